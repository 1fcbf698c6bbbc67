import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { muted } from '../../../ui/layout.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { PageOf } from '../pages.ts';
import { ProgressDialog } from '../progress-dialog.tsx';
import styles from '../sign-in.module.css';
import { useWidget } from '../widget-context.ts';

/** A result is processed; progress shows at once. */
export function CallbackPage({ page }: { page: PageOf<'callback'> }) {
  const { t } = useTranslation();
  const loading = t(($) => $.sign_in.a11y.loading);
  return (
    <Card page={page.id} busy={loading}>
      <p className={muted}>{loading}</p>
    </Card>
  );
}

/** Nothing until it takes long; a sign-in by link shows its progress. */
export function BlankPage({ page }: { page: PageOf<'blank'> }) {
  const { kind } = page.work;
  if (kind === 'signInByLink' || kind === 'signedIn')
    return <LinkDialog done={kind === 'signedIn'} />;
  return <Waiting page={page.id} />;
}

/** The settings of a tenant are being fetched; progress shows when that takes long. */
export function SpinnerPage() {
  return <Waiting page="spinner" />;
}

function Waiting({ page }: { page: 'blank' | 'spinner' }) {
  const { t } = useTranslation();
  const { busy } = useWidget();
  return (
    <div className={styles.blank} data-page={page}>
      {busy && <Spinner label={t(($) => $.sign_in.a11y.loading)} />}
    </div>
  );
}

function LinkDialog({ done }: { done: boolean }) {
  return (
    <div className={styles.blank} data-page="blank">
      <ProgressDialog progress={{ text: done ? 'signed_in' : 'signing_in', done }} />
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { configured, listedOptions } from '../config.ts';
import { OtherTenant } from '../other-tenant.tsx';
import { EmailField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { usePasskeyAutofill } from '../use-passkey-autofill.ts';
import { useWidget } from '../widget-context.ts';
import { ProviderButton } from './provider-list.tsx';

/** The address decides what comes next. */
export function EmailEntry({ page }: { page: PageOf<'signIn'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const isFirst = listedOptions(config).length === 1;
  const passkey = isFirst ? configured(config, 'passkey') : undefined;
  usePasskeyAutofill();
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.sign_in)}>
      <PageForm>
        <EmailField email={page.email} />
        <Buttons>
          {!isFirst && <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>}
          <Submit>{t(($) => $.sign_in.btn.next)}</Submit>
        </Buttons>
      </PageForm>
      {passkey && (
        <div className={styles.other}>
          <ProviderButton option={passkey} />
        </div>
      )}
      <OtherTenant />
    </Sheet>
  );
}

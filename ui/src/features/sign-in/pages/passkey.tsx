import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Buttons, FlowButton } from '../page-form.tsx';
import { Sheet } from '../sheet.tsx';
import { useWidget } from '../widget-context.ts';

/** The browser asks for the passkey in a dialog of its own. */
export function PasskeyPage() {
  const { t } = useTranslation();
  return <PasskeySheet title={t(($) => $.sign_in.title.passkey)} />;
}

interface PasskeySheetProps {
  title: string;
  /** Other ways to go on. */
  children?: ReactNode;
}

/** Points to the browser's dialog, or offers to open it again. */
export function PasskeySheet({ title, children }: PasskeySheetProps) {
  const { t } = useTranslation();
  const { pending } = useWidget();
  return (
    <Sheet title={title}>
      <p role="status">
        {pending ? t(($) => $.sign_in.body.passkey) : t(($) => $.sign_in.body.passkey_again)}
      </p>
      {children}
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
        {!pending && (
          <FlowButton button="retry" look="primary">
            {t(($) => $.sign_in.btn.retry)}
          </FlowButton>
        )}
      </Buttons>
    </Sheet>
  );
}

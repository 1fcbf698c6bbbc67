import { useTranslation } from 'react-i18next';
import { Buttons, FlowButton } from '../page-form.tsx';
import { Sheet } from '../sheet.tsx';
import { useWidget } from '../widget-context.ts';

/** The browser asks for the passkey in a dialog of its own. */
export function PasskeyPage() {
  const { t } = useTranslation();
  const { pending } = useWidget();
  return (
    <Sheet title={t(($) => $.sign_in.title.passkey)}>
      <p role="status">
        {pending ? t(($) => $.sign_in.body.passkey) : t(($) => $.sign_in.body.passkey_again)}
      </p>
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

import { useTranslation } from 'react-i18next';
import { ContinueButton } from '../continue-button.tsx';
import { NewPasswordField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { WithEmail } from '../strong.tsx';

/** The new password. */
export function PasswordReset({ page }: { page: PageOf<'passwordReset'> }) {
  const { t } = useTranslation();
  const { email } = page;
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.reset)}>
      {email && <WithEmail text={t(($) => $.sign_in.body.reset, { email })} />}
      <PageForm>
        {/* For password managers, which need the account's address. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <NewPasswordField label={t(($) => $.sign_in.label.new_password)} />
        <Buttons>
          <Submit>{t(($) => $.sign_in.btn.save)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

/** The password is changed. */
export function PasswordResetSuccess({ page }: { page: PageOf<'passwordResetSuccess'> }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.reset_success)}>
      <p>{t(($) => $.sign_in.body.reset_success)}</p>
      <ContinueButton to={page.continueUrl} />
    </Sheet>
  );
}

/** The link did not work; another one can be requested. */
export function PasswordResetFailure() {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.reset_failure)}>
      <p>{t(($) => $.sign_in.body.reset_failure)}</p>
      <FlowButton button="newReset" look="link">
        {t(($) => $.sign_in.link.new_reset)}
      </FlowButton>
    </Sheet>
  );
}

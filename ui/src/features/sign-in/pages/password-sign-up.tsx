import { useTranslation } from 'react-i18next';
import { emailOption } from '../config.ts';
import { EmailField, NameField, NewPasswordField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { useWidget } from '../widget-context.ts';

/** A new account. */
export function PasswordSignUp({ page }: { page: PageOf<'passwordSignUp'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.password_sign_up)}>
      <PageForm>
        <EmailField email={page.email} />
        {emailOption(config)?.requireDisplayName !== false && <NameField />}
        <NewPasswordField label={t(($) => $.sign_in.label.choose_password)} />
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.sign_up)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

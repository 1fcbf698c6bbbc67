import { useTranslation } from 'react-i18next';
import { allowsLink } from '../config.ts';
import { CurrentPasswordField, EmailField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { useWidget } from '../widget-context.ts';

/**
 * In protected mode the page offers every option, so that it reveals nothing about the address.
 */
export function PasswordSignIn({ page }: { page: PageOf<'passwordSignIn'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.password_sign_in)}>
      <PageForm>
        <EmailField email={page.email} />
        <CurrentPasswordField />
        <FlowButton button="trouble" look="link">
          {t(($) => $.sign_in.link.trouble_signing_in)}
        </FlowButton>
        <Buttons>
          <Submit>{t(($) => $.sign_in.btn.sign_in)}</Submit>
        </Buttons>
        {page.unified && allowsLink(config) && (
          <FlowButton button="emailLink">{t(($) => $.sign_in.btn.email_link)}</FlowButton>
        )}
        {page.unified && (
          <FlowButton button="createAccount" look="link">
            {t(($) => $.sign_in.link.create_account)}
          </FlowButton>
        )}
      </PageForm>
    </Sheet>
  );
}

import { useTranslation } from 'react-i18next';
import { allowsLink } from '../config.ts';
import type { PageOf } from '../model.ts';
import { CurrentPasswordField, EmailField } from '../page-fields.tsx';
import { Buttons, DeedButton, PageForm, Submit } from '../page-form.tsx';
import { Sheet } from '../sheet.tsx';
import { Terms } from '../terms.tsx';
import { useWidget } from '../widget-context.ts';

/**
 * Page 3; in protected mode it offers every option, so that it reveals nothing about the address.
 */
export function PasswordSignIn({ page }: { page: PageOf<'passwordSignIn'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  return (
    <Sheet form title={t(($) => $.sign_in.title.password_sign_in)}>
      <PageForm>
        <EmailField email={page.email} />
        <CurrentPasswordField />
        <DeedButton deed="trouble" look="link">
          {t(($) => $.sign_in.link.trouble_signing_in)}
        </DeedButton>
        <Buttons>
          <Submit>{t(($) => $.sign_in.btn.sign_in)}</Submit>
        </Buttons>
        {page.unified && allowsLink(config) && (
          <DeedButton deed="emailLink">{t(($) => $.sign_in.btn.email_link)}</DeedButton>
        )}
        {page.unified && (
          <DeedButton deed="createAccount" look="link">
            {t(($) => $.sign_in.link.create_account)}
          </DeedButton>
        )}
      </PageForm>
      <Terms />
    </Sheet>
  );
}

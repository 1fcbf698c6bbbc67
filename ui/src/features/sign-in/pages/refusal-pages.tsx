import { useTranslation } from 'react-i18next';
import { useAuthText } from '../../../hooks/use-auth-text.ts';
import { callingCode } from '../../../parts/phone/countries.ts';
import { AdminContact } from '../admin-contact.tsx';
import { allowsLink, allowsPassword } from '../config.ts';
import { Buttons, FlowButton } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { WithEmail } from '../strong.tsx';
import { useWidget } from '../widget-context.ts';

/** Explains that sign-up is closed, and shows the contact. */
export function UnauthorizedUser({ page }: { page: PageOf<'unauthorizedUser'> }) {
  const { t } = useTranslation();
  const { email, phone } = page;
  const who = email ?? (phone && `+${callingCode(phone.country)} ${phone.number}`);
  const text = who
    ? t(($) => $.sign_in.body.unauthorized, { email: who })
    : t(($) => $.sign_in.body.unauthorized_someone);
  return (
    <Sheet title={t(($) => $.sign_in.title.unauthorized)}>
      <WithEmail text={text} />
      <AdminContact {...page} />
      <Buttons>
        <FlowButton button="back">{t(($) => $.sign_in.btn.back)}</FlowButton>
      </Buttons>
    </Sheet>
  );
}

/** The account has no sign-in method that is offered here. */
export function UnsupportedProvider({ page }: { page: PageOf<'unsupportedProvider'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const { email } = page;
  const recovers = allowsPassword(config);
  const text = recovers
    ? t(($) => $.sign_in.body.unsupported, { email })
    : t(($) => $.sign_in.body.unsupported_by_link, { email });
  return (
    <Sheet terms title={t(($) => $.sign_in.title.password_sign_in)}>
      <WithEmail text={text} />
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
        {allowsLink(config) && (
          <FlowButton button="emailLink" look={recovers ? 'quiet' : 'primary'}>
            {t(($) => $.sign_in.btn.email_link)}
          </FlowButton>
        )}
        {recovers && (
          <FlowButton button="recover" look="primary">
            {t(($) => $.sign_in.btn.recover_password)}
          </FlowButton>
        )}
      </Buttons>
    </Sheet>
  );
}

/** Shown where signing out has a page of its own. */
export function SignedOut() {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.signed_out)}>
      <p>{t(($) => $.sign_in.body.signed_out)}</p>
    </Sheet>
  );
}

/** An error, with a retry when it may pass. */
export function ErrorSheet({
  page,
}: {
  page: PageOf<'recoverableError'> | PageOf<'unrecoverableError'>;
}) {
  const { t } = useTranslation();
  const errorText = useAuthText();
  return (
    <Sheet title={t(($) => $.sign_in.title.problem)}>
      <p role="alert">{errorText(page.message)}</p>
      {page.id === 'recoverableError' && (page.retry || page.again) && (
        <Buttons>
          <FlowButton button="retry" look="primary">
            {t(($) => $.sign_in.btn.retry)}
          </FlowButton>
        </Buttons>
      )}
    </Sheet>
  );
}

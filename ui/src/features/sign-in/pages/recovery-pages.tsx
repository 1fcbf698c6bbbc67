import { useTranslation } from 'react-i18next';
import { allowsLink } from '../config.ts';
import { EmailField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { WithEmail } from '../strong.tsx';
import { useWidget } from '../widget-context.ts';

/** Requests a reset mail. */
export function PasswordRecovery({ page }: { page: PageOf<'passwordRecovery'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.password_recovery)}>
      <p>{t(($) => $.sign_in.body.recovery)}</p>
      <PageForm>
        <EmailField email={page.email} />
        {allowsLink(config) && (
          <FlowButton button="emailLink" look="link">
            {t(($) => $.sign_in.btn.email_link)}
          </FlowButton>
        )}
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.send)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

/** Where the instructions were sent. */
export function RecoverySent({ page }: { page: PageOf<'passwordRecoveryEmailSent'> }) {
  const { t } = useTranslation();
  const { email, final } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.inbox)}>
      <WithEmail text={t(($) => $.sign_in.body.recovery_sent, { email })} />
      {!final && <DoneButton />}
    </Sheet>
  );
}

/** In protected mode: the same text whether or not the address was free. */
export function CheckYourEmail({ page }: { page: PageOf<'checkYourEmail'> }) {
  const { t } = useTranslation();
  const { email } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.inbox)}>
      <WithEmail text={t(($) => $.sign_in.body.check_email, { email })} />
      <DoneButton />
    </Sheet>
  );
}

function DoneButton() {
  const { t } = useTranslation();
  return (
    <Buttons>
      <FlowButton button="done" look="primary">
        {t(($) => $.sign_in.btn.done)}
      </FlowButton>
    </Buttons>
  );
}

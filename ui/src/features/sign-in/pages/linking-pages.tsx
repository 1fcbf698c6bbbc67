import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../api/provider-name.ts';
import { configured } from '../config.ts';
import { CurrentPasswordField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { WithEmail } from '../strong.tsx';
import { useWidget } from '../widget-context.ts';
import { ProviderButton } from './provider-list.tsx';

/** Asks for the account's password before the provider is linked. */
export function PasswordLinking({ page }: { page: PageOf<'passwordLinking'> }) {
  const { t } = useTranslation();
  const { email } = page.pending;
  return (
    <Sheet
      terms
      form
      title={t(($) => $.sign_in.title.password_sign_in)}
      subtitle={t(($) => $.sign_in.subtitle.linking)}
    >
      <WithEmail text={t(($) => $.sign_in.body.linking_password, { email })} />
      <PageForm>
        {/* For password managers, which need the account's address. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <CurrentPasswordField />
        <FlowButton button="trouble" look="link">
          {t(($) => $.sign_in.link.trouble_signing_in)}
        </FlowButton>
        <Buttons>
          <Submit>{t(($) => $.sign_in.btn.sign_in)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

/** The account signs in through another provider. */
export function FederatedLinking({ page }: { page: PageOf<'federatedLinking'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const option = configured(config, page.provider);
  const values = { email: page.email, provider: nameOf(option ?? { provider: page.provider }) };
  const text = page.pending
    ? t(($) => $.sign_in.body.linking_federated, values)
    : t(($) => $.sign_in.body.federated, values);
  return (
    <Sheet
      terms
      title={t(($) => $.sign_in.title.password_sign_in)}
      {...(page.pending && { subtitle: t(($) => $.sign_in.subtitle.linking) })}
    >
      <WithEmail text={text} />
      {option && (
        <div className={styles.providers}>
          <ProviderButton option={option} />
        </div>
      )}
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
      </Buttons>
    </Sheet>
  );
}

/** Sends a mailed link, after which the provider is linked. */
export function EmailLinkLinking({ page }: { page: PageOf<'emailLinkSignInLinking'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const { email, provider } = page.pending;
  const values = { email, provider: nameOf(configured(config, provider) ?? { provider }) };
  return (
    <Sheet
      terms
      title={t(($) => $.sign_in.title.password_sign_in)}
      subtitle={t(($) => $.sign_in.subtitle.linking)}
    >
      <WithEmail text={t(($) => $.sign_in.body.linking_email_link, values)} />
      <p>{t(($) => $.sign_in.body.linking_same_browser)}</p>
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.send_link)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}

/** The provider returned another account than expected. */
export function EmailMismatch({ page }: { page: PageOf<'emailMismatch'> }) {
  const { t } = useTranslation();
  const { email, expected } = page.mismatch;
  return (
    <Sheet terms title={t(($) => $.sign_in.title.password_sign_in)}>
      <WithEmail text={t(($) => $.sign_in.body.mismatch, { email })} />
      <WithEmail text={t(($) => $.sign_in.body.mismatch_wanted, { email: expected })} />
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.continue)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}

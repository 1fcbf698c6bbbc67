import { useTranslation } from 'react-i18next';
import { useFactorLabel } from '../../../hooks/use-factor-label.ts';
import { Button } from '../../../ui/button.tsx';
import { grid, muted } from '../../../ui/layout.ts';
import { Tagged } from '../../../ui/tagged.tsx';
import { AdminContact } from '../admin-contact.tsx';
import { phoneOption } from '../config.ts';
import { anyPasskey, choices, codeSent } from '../flows/factor-steps.ts';
import { CodeField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf, SecondFactor } from '../pages.ts';
import { CaptchaField } from '../phone-fields.tsx';
import { ProgressDialog } from '../progress-dialog.tsx';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { useWidget } from '../widget-context.ts';
import { PasskeySheet } from './passkey.tsx';
import { Resend } from './phone-pages.tsx';

/* Without an option for telephone numbers, the captcha has no parameters. */
const plainCaptcha = { recaptchaParameters: {} };

/** The choice between the account's second steps. */
export function SelectFactor({ page }: { page: PageOf<'mfaSelectFactor'> }) {
  const { t } = useTranslation();
  const label = useFactorLabel();
  const { runner } = useWidget();
  const { codes, passkey } = choices(page.second);
  return (
    <Sheet title={t(($) => $.sign_in.title.second_factor)}>
      <p>{t(($) => $.sign_in.body.second_factor_select)}</p>
      <ul className={styles.factors}>
        {codes.map((factor) => (
          <li key={factor.id}>
            <Button onClick={() => runner.choose(factor.id)}>{label(factor)}</Button>
          </li>
        ))}
        {passkey && (
          <li>
            <Button onClick={() => runner.choose(anyPasskey)}>
              {t(($) => $.sign_in.factor.passkey)}
            </Button>
          </li>
        )}
      </ul>
      {page.second.required.has_recovery_codes && <RecoveryLink />}
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
      </Buttons>
    </Sheet>
  );
}

function RecoveryLink() {
  const { t } = useTranslation();
  return (
    <FlowButton button="recoveryCode" look="link">
      {t(($) => $.sign_in.link.recovery_code)}
    </FlowButton>
  );
}

function hasOther(second: SecondFactor): boolean {
  const { codes, passkey } = choices(second);
  return codes.length + (passkey ? 1 : 0) > 1;
}

function OtherWays({ second }: { second: SecondFactor }) {
  return (
    <div className={grid(2)}>
      {hasOther(second) && <OtherFactorLink />}
      {second.required.has_recovery_codes && <RecoveryLink />}
    </div>
  );
}

/* Leads to the choice, or back to the only factor. */
function OtherFactorLink() {
  const { t } = useTranslation();
  return (
    <FlowButton button="otherFactor" look="link">
      {t(($) => $.sign_in.link.other_factor)}
    </FlowButton>
  );
}

/** The code of a text message, after a vendor's captcha where one is configured. */
export function PhoneFactorCode({ page }: { page: PageOf<'mfaPhoneCode'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const number = page.factor.masked ?? '';
  const isSent = codeSent(page) !== undefined;
  const needsBox = config.captcha.kind !== 'proof_of_work';
  return (
    <Sheet form title={t(($) => $.sign_in.title.second_factor)}>
      <p>
        <Tagged
          text={t(($) => $.sign_in.body[isSent ? 'phone_code' : 'phone_factor'], { number })}
          tags={{ number: (inner) => <bdi dir="ltr">{inner}</bdi> }}
        />
      </p>
      <PageForm>
        {!isSent && needsBox && (
          <CaptchaField key={page.round ?? 0} option={phoneOption(config) ?? plainCaptcha} />
        )}
        {isSent && <CodeField />}
        {isSent && <Resend key={page.round ?? 0} />}
        <OtherWays second={page.second} />
        <CodeButtons submit={isSent ? 'continue' : 'send_code'} />
      </PageForm>
      <ProgressDialog progress={page.dialog} />
    </Sheet>
  );
}

function CodeButtons({ submit = 'continue' }: { submit?: 'continue' | 'send_code' }) {
  const { t } = useTranslation();
  return (
    <Buttons>
      <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
      <Submit>{t(($) => $.sign_in.btn[submit])}</Submit>
    </Buttons>
  );
}

/** The browser asks for a passkey in a dialog of its own. */
export function PasskeyFactor({ page }: { page: PageOf<'mfaPasskey'> }) {
  const { t } = useTranslation();
  return (
    <PasskeySheet title={t(($) => $.sign_in.title.second_factor)}>
      <OtherWays second={page.second} />
    </PasskeySheet>
  );
}

/** The code of an authenticator app. */
export function TotpCode({ page }: { page: PageOf<'mfaTotpCode'> }) {
  const { t } = useTranslation();
  const name = page.factor.display_name;
  return (
    <Sheet form title={t(($) => $.sign_in.title.second_factor)}>
      <p>{name ? t(($) => $.sign_in.body.totp_named, { name }) : t(($) => $.sign_in.body.totp)}</p>
      <PageForm>
        <CodeField />
        <OtherWays second={page.second} />
        <CodeButtons />
      </PageForm>
    </Sheet>
  );
}

/** A recovery code; then how many are left. */
export function RecoveryCode({ page }: { page: PageOf<'mfaRecoveryCode'> }) {
  const { t } = useTranslation();
  if (page.session) return <CodesLeft count={page.session.recovery_codes_left ?? 0} />;
  return (
    <Sheet form title={t(($) => $.sign_in.title.recovery_code)}>
      <p>{t(($) => $.sign_in.body.recovery_code)}</p>
      <PageForm>
        <CodeField recovery />
        <div className={grid(2)}>
          <OtherFactorLink />
        </div>
        <Help />
        <CodeButtons />
      </PageForm>
    </Sheet>
  );
}

/* Without the codes only the operator can help. */
function Help() {
  const { t } = useTranslation();
  const { contact } = useWidget().runner.config.adminRestrictedOperation;
  return (
    <>
      <p className={muted}>{t(($) => $.sign_in.body.codes_lost)}</p>
      <AdminContact {...contact} />
    </>
  );
}

function CodesLeft({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.recovery_code_used)}>
      <p>{t(($) => $.sign_in.body.codes_left, { count })}</p>
      <p>{t(($) => $.sign_in.body.codes_left_next)}</p>
      <Buttons>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.continue)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}

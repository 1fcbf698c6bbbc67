import { useTranslation } from 'react-i18next';
import { codeDigits } from '../../../api/one-time-code.ts';
import { minutesAndSeconds, useCountdown } from '../../../hooks/use-countdown.ts';
import { resendSeconds } from '../../../sign-in-times.ts';
import { muted } from '../../../ui/layout.ts';
import { Tagged } from '../../../ui/tagged.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { phoneOption } from '../config.ts';
import { OtherTenant } from '../other-tenant.tsx';
import { useFieldError } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { CaptchaField, PhoneField } from '../phone-fields.tsx';
import { ProgressDialog } from '../progress-dialog.tsx';
import { Sheet } from '../sheet.tsx';
import { Terms } from '../terms.tsx';
import { useWidget } from '../widget-context.ts';

/** The number, and the captcha. */
export function PhoneStart({ page }: { page: PageOf<'phoneSignInStart'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const option = phoneOption(config);
  if (!option) return null;
  const isOnly = config.signInOptions.length === 1;
  return (
    <Sheet form title={t(($) => $.sign_in.title.phone)}>
      <PageForm>
        <PhoneField phone={page.phone} option={option} />
        <CaptchaField key={page.round ?? 0} option={option} />
        <Buttons>
          {!isOnly && <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>}
          <Submit>{t(($) => $.sign_in.btn.verify)}</Submit>
        </Buttons>
      </PageForm>
      <OtherTenant />
      <Terms />
      <ProgressDialog progress={page.dialog} />
    </Sheet>
  );
}

/** The code of the text message. */
export function PhoneFinish({ page }: { page: PageOf<'phoneSignInFinish'> }) {
  const { t } = useTranslation();
  const error = useFieldError();
  return (
    <Sheet form title={t(($) => $.sign_in.title.phone_code)}>
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.phone_code, { number: page.number })}
          tags={{
            number: (inner) => (
              <FlowButton button="changeNumber" look="link">
                <bdi dir="ltr">{inner}</bdi>
              </FlowButton>
            ),
          }}
        />
      </p>
      <PageForm>
        <TextField
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeDigits}
          label={t(($) => $.sign_in.label.code)}
          error={error('code')}
        />
        <Resend key={page.round ?? 0} />
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.continue)}</Submit>
        </Buttons>
      </PageForm>
      <Terms />
      <ProgressDialog progress={page.dialog} />
    </Sheet>
  );
}

/** Sends the code again, after a pause that is counted down. */
export function Resend() {
  const { t } = useTranslation();
  const { left } = useCountdown(resendSeconds);
  if (left > 0) {
    return (
      <p className={muted}>
        {t(($) => $.sign_in.body.code_again_in, { time: minutesAndSeconds(left) })}
      </p>
    );
  }
  return (
    <FlowButton button="resend" look="link">
      {t(($) => $.sign_in.btn.resend)}
    </FlowButton>
  );
}

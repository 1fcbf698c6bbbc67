import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { sendPhoneCode } from '../../api/auth.ts';
import { codeDigits, isOneTimeCode } from '../../api/one-time-code.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import type { PhoneSettings } from '../../hooks/use-auth-config.ts';
import { minutesAndSeconds, useCountdown } from '../../hooks/use-countdown.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import { errorOf, useTask } from '../../hooks/use-task.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { resendSeconds } from '../../sign-in-times.ts';
import { Button } from '../../ui/button.tsx';
import { cluster, muted, stack } from '../../ui/layout.ts';
import { Tagged } from '../../ui/tagged.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { silentToken } from './captcha.ts';
import { CaptchaBox } from './captcha-box.tsx';
import { initialPhone, permitted, withoutCode } from './countries.ts';
import { NumberInput } from './number-input.tsx';
import styles from './phone.module.css';

/** A code with the secret of its request. */
interface PhoneCredential {
  session_info: string;
  code: string;
}

interface PhoneCodeFormProps {
  settings: PhoneSettings;
  /** The number to prove, in E.164 format or masked; without it the reader enters one. */
  own?: string;
  /** Sends the code; by default one that signs in. */
  onSend?: (body: PhoneCodeBody) => Promise<PhoneCodeSent>;
  /** Proves the number; a rejection is shown. */
  onCode: (credential: PhoneCredential) => Promise<void>;
  onCancel: () => void;
}

interface Sent {
  sessionInfo: string;
  number: string;
}

type PhoneCodeBody = Parameters<typeof sendPhoneCode>[0];
/** The secret of the message, and its number. */
type PhoneCodeSent = Pick<Awaited<ReturnType<typeof sendPhoneCode>>, 'session_info' | 'phone'>;

const limitMs = 90_000;

/* The text of `too_many_requests` is about passwords. */
async function send(work: Promise<PhoneCodeSent>): Promise<Sent> {
  try {
    const { session_info: sessionInfo, phone: number } = await work;
    return { sessionInfo, number };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_requests')) throw error;
    throw new ApiError(error.status, 'too_many_messages', error.message, error.retryAfter);
  }
}

/** Replaces the error code of a refused number by one whose text explains the refusal here. */
export function withNumberRefusal<Result>(code: string, work: Promise<Result>): Promise<Result> {
  return work.catch((error) => {
    if (!(error instanceof ApiError && error.code === 'unsupported_first_factor')) throw error;
    throw new ApiError(error.status, code, error.message);
  });
}

/* A code that signs in, or proves the number of an account. */
function sendForSigningIn(body: PhoneCodeBody): Promise<PhoneCodeSent> {
  return withNumberRefusal('number_is_second_factor', sendPhoneCode(body));
}

/** Asks for a number and the code that is sent to it. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const [sent, setSent] = useState<Sent>();
  return sent ? (
    <CodeStep {...props} sent={sent} onBack={() => setSent(undefined)} />
  ) : (
    <NumberStep {...props} onSent={setSent} />
  );
}

const ofNumber = [
  'phone_required',
  'country_not_supported',
  'invalid_phone_number',
  'missing_phone_number',
  'no_text_messages',
  'number_is_second_factor',
  'number_signs_in',
  'second_factor_already_in_use',
];
const ofCaptcha = ['captcha_unsolved'];

function NumberStep(props: PhoneCodeFormProps & { onSent: (sent: Sent) => void }) {
  const { settings, own, onSend = sendForSigningIn, onCancel, onSent } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useAccountError();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [phone, setPhone] = useState(() => initialPhone(settings, language, true));
  const [captcha, setCaptcha] = useState({ token: '', round: 0 });
  useFocusInvalid(form, task.state);
  const silent = own !== undefined && settings.captcha.kind === 'proof_of_work';

  async function ask(event: FormEvent) {
    event.preventDefault();
    const countries = permitted(settings);
    const value = own === undefined ? withoutCode(phone.number, phone.country, countries) : phone;
    if (!value) return task.refuse('country_not_supported');
    if (own === undefined && !/\d/.test(value.number)) return task.refuse('phone_required');
    if (!silent && captcha.token === '') return task.refuse('captcha_unsolved');
    const number =
      own === undefined ? { phone: value.number, country: value.country } : { phone: own };
    const done = await task.start(async () => {
      const signal = AbortSignal.timeout(limitMs);
      const token = silent ? await silentToken(settings.captcha, signal) : captcha.token;
      onSent(await send(onSend({ ...number, captcha: token, lang: language })));
    });
    if (!done) setCaptcha(({ round }) => ({ token: '', round: round + 1 }));
    return undefined;
  }

  const { state, failed } = task;
  const elsewhere = failed !== undefined && ![...ofNumber, ...ofCaptcha].includes(failed);
  return (
    <form ref={form} className={stack(4)} onSubmit={ask} noValidate>
      {own === undefined ? (
        <NumberInput
          value={phone}
          countries={permitted(settings)}
          error={errorOf(state, ofNumber, errorText)}
          onChange={(value) => {
            setPhone(value);
            task.reset();
          }}
        />
      ) : (
        <p>{t(($) => $.account.phone_prove, { number: own })}</p>
      )}
      {!silent && (
        <CaptchaBox
          key={captcha.round}
          settings={settings.captcha}
          solved={captcha.token !== ''}
          error={ofCaptcha.includes(failed ?? '') ? failed : undefined}
          onToken={(token) => {
            setCaptcha((now) => ({ ...now, token }));
            task.reset();
          }}
          onBroken={() => task.refuse('captcha_unavailable')}
        />
      )}
      <p role="alert" className={styles.refusal}>
        {elsewhere && errorText(failed)}
      </p>
      <Actions busy={task.busy} label={t(($) => $.account.phone_send)} onCancel={onCancel} />
    </form>
  );
}

interface CodeStepProps extends PhoneCodeFormProps {
  sent: Sent;
  onBack: () => void;
}

const ofCode = ['wrong_code', 'invalid_verification_code', 'missing_verification_code'];

function CodeStep({ sent, onCode, onCancel, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const { left } = useCountdown(resendSeconds);
  useFocusInvalid(form, task.state);

  async function prove(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    if (!isOneTimeCode(typed)) task.refuse('wrong_code');
    else await task.start(() => onCode({ session_info: sent.sessionInfo, code: typed }));
  }

  const { failed } = task;
  return (
    <form ref={form} className={stack(4)} onSubmit={prove} noValidate>
      <p role="status">
        <Tagged
          text={t(($) => $.sign_in.body.phone_code, { number: sent.number })}
          tags={{ number: (inner) => <bdi dir="ltr">{inner}</bdi> }}
        />
      </p>
      <TextField
        autoFocus
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeDigits}
        label={t(($) => $.sign_in.label.code)}
        value={code}
        error={errorOf(task.state, ofCode, errorText)}
        onChange={(event) => {
          setCode(event.target.value);
          task.reset();
        }}
      />
      <p role="alert" className={styles.refusal}>
        {failed !== undefined && !ofCode.includes(failed) && errorText(failed)}
      </p>
      {left > 0 ? (
        <p className={muted}>
          {t(($) => $.sign_in.body.code_again_in, { time: minutesAndSeconds(left) })}
        </p>
      ) : (
        <Button variant="plain" onClick={onBack}>
          {t(($) => $.sign_in.btn.resend)}
        </Button>
      )}
      <Actions busy={task.busy} label={t(($) => $.sign_in.btn.continue)} onCancel={onCancel} />
    </form>
  );
}

interface ActionsProps {
  busy: boolean;
  label: string;
  onCancel: () => void;
}

function Actions({ busy, label, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={cluster(3)}>
      <Button type="submit" variant="primary" aria-disabled={busy}>
        {label}
      </Button>
      <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>
    </div>
  );
}

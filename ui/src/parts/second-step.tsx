import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFactorCode } from '../api/auth.ts';
import type { Factor, SecondFactorAnswer } from '../api/auth-types.ts';
import { proveSecondFactor } from '../api/factors.ts';
import { recoveryCodeRoom } from '../api/one-time-code.ts';
import { passkeysWork } from '../api/passkey-ceremony.ts';
import { finishWithPasskey } from '../api/passkeys.ts';
import { adoptSession, useSession } from '../api/session.ts';
import { useAccountError } from '../hooks/use-account-error.ts';
import { usePhoneSettings } from '../hooks/use-auth-config.ts';
import { useFactorLabel } from '../hooks/use-factor-label.ts';
import { useFocusInvalid } from '../hooks/use-focus-invalid.ts';
import { errorOf, useTask } from '../hooks/use-task.ts';
import { classes } from '../ui/classes.ts';
import { above, stack } from '../ui/layout.ts';
import { RadioList } from '../ui/radio-list.tsx';
import { TextField } from '../ui/text-field.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { PhoneCodeForm } from './phone/phone-code-form.tsx';
import { ProofActions, ProofFailure } from './proof-form.tsx';

interface SecondStepProps {
  required: SecondFactorAnswer;
  onDone: () => void;
  onCancel: () => void;
}

const recovery = 'recovery';
const passkey = 'passkey';
const wrongCode = ['invalid_verification_code'];

/* The tenant of the signed-in account, for the calls that complete its pending sign-in. */
function useOwnTenant(): { tenant?: string } {
  const session = useSession();
  const tenant = session.status === 'signed_in' ? session.reader.tenantId : '';
  return tenant === '' ? {} : { tenant };
}

/** Asks for a second factor after the reader proved the first one again. */
export function SecondStep({ required, onDone, onCancel }: SecondStepProps) {
  const { t } = useTranslation();
  const label = useFactorLabel();
  const settings = usePhoneSettings();
  const tenant = useOwnTenant();
  const codes = required.factors.filter(({ kind }) => kind !== 'passkey');
  const hasPasskey = required.has_passkeys && passkeysWork();
  const [first] = codes;
  const [chosen, setChosen] = useState(first?.id ?? (hasPasskey ? passkey : recovery));
  const { pending_credential } = required;
  const factor = required.factors.find(({ id }) => id === chosen);
  const options = codes.map((one) => ({ value: one.id, label: label(one) }));
  if (hasPasskey) options.push({ value: passkey, label: t(($) => $.sign_in.factor.passkey) });
  if (required.has_recovery_codes) {
    options.push({ value: recovery, label: t(($) => $.sign_in.label.recovery_code) });
  }

  async function proveByPasskey(signal: AbortSignal): Promise<void> {
    adoptSession(await finishWithPasskey(pending_credential, { ...tenant, signal }));
  }

  return (
    <div className={classes(stack(5), above(5))}>
      {options.length > 1 && (
        <RadioList
          legend={t(($) => $.sign_in.title.second_factor)}
          value={chosen}
          options={options}
          onChoose={setChosen}
        />
      )}
      {chosen === passkey && (
        <PasskeyProof prove={proveByPasskey} onDone={onDone} onCancel={onCancel} />
      )}
      {factor?.kind === 'sms' && settings && (
        <PhoneCodeForm
          key={chosen}
          settings={settings}
          own={factor.masked ?? ''}
          onSend={async ({ captcha = '', lang }) => {
            const request = { pending_credential, factor_id: factor.id, captcha };
            const sent = await sendFactorCode({ ...request, ...(lang && { lang }) }, tenant);
            return { session_info: sent.session_info, phone: sent.masked };
          }}
          onCode={async (code) => {
            await proveSecondFactor({ pending_credential, factor_id: factor.id, ...code }, tenant);
            onDone();
          }}
          onCancel={onCancel}
        />
      )}
      {(factor?.kind === 'totp' || chosen === recovery) && (
        <CodeForm
          key={chosen}
          credential={pending_credential}
          factor={factor}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

interface CodeFormProps {
  credential: string;
  /** The app that shows the code; absent for a recovery code. */
  factor: Factor | undefined;
  onDone: () => void;
  onCancel: () => void;
}

function CodeForm({ credential, factor, onDone, onCancel }: CodeFormProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const tenant = useOwnTenant();
  const [code, setCode] = useState('');
  useFocusInvalid(form, task.state);
  const label = factor ? t(($) => $.sign_in.label.code) : t(($) => $.sign_in.label.recovery_code);
  const { failed } = task;

  async function prove(event: FormEvent) {
    event.preventDefault();
    const typed = code.replace(/\s/g, '');
    const proof = factor ? { factor_id: factor.id, code: typed } : { recovery_code: typed };
    if (typed === '') task.refuse('invalid_verification_code');
    else if (
      await task.start(() =>
        proveSecondFactor({ pending_credential: credential, ...proof }, tenant),
      )
    )
      onDone();
  }

  return (
    <form ref={form} className={stack(5)} onSubmit={prove} noValidate>
      <TextField
        label={label}
        autoComplete={factor ? 'one-time-code' : 'off'}
        inputMode={factor ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        maxLength={recoveryCodeRoom}
        value={code}
        error={errorOf(task.state, wrongCode, errorText)}
        onChange={(event) => {
          setCode(event.target.value);
          task.reset();
        }}
      />
      <ProofFailure code={failed && !wrongCode.includes(failed) ? aboutCodes(failed) : undefined} />
      <ProofActions
        busy={task.busy}
        label={t(($) => $.account.reauth_button)}
        onCancel={onCancel}
      />
    </form>
  );
}

/* The text of `too_many_requests` is about passwords. */
const aboutCodes = (code: string) => (code === 'too_many_requests' ? 'too_many_tries' : code);

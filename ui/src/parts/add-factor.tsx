import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addFactor, type NewFactor } from '../api/factors.ts';
import { enrolFinalizeInputDisplayNameMaxLength } from '../api/limits.gen.ts';
import { codeDigits, isOneTimeCode } from '../api/one-time-code.ts';
import { useAccountError } from '../hooks/use-account-error.ts';
import { useFocusInvalid } from '../hooks/use-focus-invalid.ts';
import { errorOf, useTask } from '../hooks/use-task.ts';
import { classes } from '../ui/classes.ts';
import { grid, muted } from '../ui/layout.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './add-factor.module.css';
import { ProofActions, ProofFailure } from './proof-form.tsx';

interface AddFactorProps {
  factor: NewFactor;
  /** Repeats the call after a recent sign-in, if the server requires one. */
  sensitive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The factor is added; with the first one there are recovery codes. */
  onDone: (codes: string[]) => void;
  onCancel?: (() => void) | undefined;
}

const wrongCode = ['invalid_verification_code'];
const badName = ['invalid'];

/** Sets an authenticator app up and proves its first code. */
export function AddFactor({ factor, sensitive, onDone, onCancel }: AddFactorProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  useFocusInvalid(form, task.state);
  useEffect(() => heading.current?.focus(), []);
  const { failed } = task;
  const ofField = failed !== undefined && [...wrongCode, ...badName].includes(failed);

  async function finish(event: FormEvent) {
    event.preventDefault();
    const typed = code.replace(/\s/g, '');
    if (!isOneTimeCode(typed)) {
      task.refuse('invalid_verification_code');
      return;
    }
    const body = {
      session_info: factor.session_info,
      code: typed,
      ...(name.trim() && { display_name: name.trim() }),
    };
    let codes: string[] = [];
    const isAdded = await task.start(async () => {
      codes = await sensitive(() => addFactor(body));
    });
    if (isAdded) onDone(codes);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={finish} noValidate>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {t(($) => $.account.factor_add_title)}
      </h3>
      <ol className={classes(grid(5), styles.steps)}>
        <li>
          <p>{t(($) => $.account.factor_scan)}</p>
          <div className={styles.code}>
            <QRCodeSVG
              value={factor.otpauth_url}
              size={192}
              marginSize={3}
              title={t(($) => $.account.factor_qr)}
            />
          </div>
          <p className={muted}>{t(($) => $.account.factor_by_hand)}</p>
          <p className={styles.secret} translate="no">
            {groups(factor.secret)}
          </p>
        </li>
        <li>
          <TextField
            label={t(($) => $.account.factor_code)}
            hint={t(($) => $.account.factor_code_hint)}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={codeDigits + 1}
            value={code}
            error={errorOf(task.state, wrongCode, errorText)}
            onChange={(event) => {
              setCode(event.target.value);
              task.reset();
            }}
          />
        </li>
        <li>
          <TextField
            label={t(($) => $.account.factor_name)}
            hint={t(($) => $.account.factor_name_hint)}
            autoComplete="off"
            maxLength={enrolFinalizeInputDisplayNameMaxLength}
            value={name}
            error={errorOf(task.state, badName, errorText)}
            onChange={(event) => {
              setName(event.target.value);
              task.reset();
            }}
          />
        </li>
      </ol>
      <ProofFailure code={ofField ? undefined : failed} />
      <ProofActions
        busy={task.busy}
        label={t(($) => $.account.factor_add_button)}
        onCancel={onCancel}
      />
    </form>
  );
}

/* Easier to copy by hand. */
function groups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addFactor, startPhoneFactor } from '../api/factors.ts';
import type { PhoneSettings } from '../hooks/use-auth-config.ts';
import styles from './add-factor.module.css';
import { PhoneCodeForm, withNumberRefusal } from './phone/phone-code-form.tsx';

interface AddPhoneFactorProps {
  settings: PhoneSettings;
  /** Repeats the call after a recent sign-in, if the server requires one. */
  sensitive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The number is added; with the first factor there are recovery codes. */
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

/** Proves a telephone number that gets the codes of the second step. */
export function AddPhoneFactor({ settings, sensitive, onDone, onCancel }: AddPhoneFactorProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {t(($) => $.account.factor_add_phone)}
      </h3>
      <p>{t(($) => $.account.factor_add_phone_text)}</p>
      <PhoneCodeForm
        settings={settings}
        onSend={(phone) =>
          withNumberRefusal(
            'number_signs_in',
            sensitive(() => startPhoneFactor(phone)),
          )
        }
        onCode={async (credential) => {
          const body = { kind: 'sms' as const, ...credential };
          onDone(
            await withNumberRefusal(
              'number_signs_in',
              sensitive(() => addFactor(body)),
            ),
          );
        }}
        onCancel={onCancel}
      />
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disconnectProvider, linkPhone } from '../../api/account.ts';
import type { Reader } from '../../api/session.ts';
import { usePhoneSettings } from '../../hooks/use-auth-config.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { useTask } from '../../hooks/use-task.ts';
import { PhoneCodeForm, withNumberRefusal } from '../../parts/phone/phone-code-form.tsx';
import { Button } from '../../ui/button.tsx';
import { cluster } from '../../ui/layout.ts';
import { Outcome, Section } from './section.tsx';

interface PhoneSectionProps {
  reader: Reader;
  sensitive: Sensitive;
}

/** Adds, changes and removes the telephone number. */
export function PhoneSection({ reader, sensitive }: PhoneSectionProps) {
  const { t } = useTranslation();
  const settings = usePhoneSettings();
  const task = useTask();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<'added' | 'removed'>('added');
  const { phoneNumber: number } = reader;
  if (!settings && number === undefined) return null;

  return (
    <Section
      title={t(($) => $.account.phone)}
      text={
        number === undefined
          ? t(($) => $.account.phone_none)
          : t(($) => $.account.phone_now, { number })
      }
    >
      {asking && settings ? (
        <PhoneCodeForm
          settings={settings}
          onCancel={() => setAsking(false)}
          onCode={async (credential) => {
            await withNumberRefusal(
              'number_is_second_factor',
              sensitive(() => linkPhone(credential)),
            );
            setAsking(false);
            setDone('added');
            void task.start(async () => {});
          }}
        />
      ) : (
        <div className={cluster(3)}>
          {settings && (
            <Button
              onClick={() => {
                task.reset();
                setAsking(true);
              }}
            >
              {number === undefined
                ? t(($) => $.account.phone_add)
                : t(($) => $.account.phone_change)}
            </Button>
          )}
          {number !== undefined && (
            <Button
              variant="plain"
              aria-disabled={task.busy}
              onClick={() => {
                setDone('removed');
                void task.start(() => sensitive(() => disconnectProvider('phone')));
              }}
            >
              {t(($) => $.account.phone_remove)}
            </Button>
          )}
        </div>
      )}
      <Outcome
        state={task.state}
        done={t(($) => $.account[done === 'added' ? 'phone_added' : 'phone_removed'])}
      />
    </Section>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { reminderDays } from '../../api/dated-entry.ts';
import { changeReminders, type ReminderSettings, remindersQuery } from '../../api/reminders.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './reminders.module.css';
import { useReminderMail } from './use-reminder-mail.ts';

const kinds = ['followed', 'bookmarks', 'interests', 'duties'] as const;

/** When the reader is reminded, of which deadlines, and how. */
export function Reminders({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(remindersQuery(uid));
  const mail = useReminderMail(uid);
  const { data } = query;

  async function change(part: Partial<ReminderSettings>): Promise<void> {
    const { queryKey } = remindersQuery(uid);
    try {
      client.setQueryData(queryKey, await changeReminders(uid, part));
    } catch {
      showToast(t(($) => $.reader.reminders.failed));
      await client.invalidateQueries({ queryKey });
    }
  }

  return (
    <section id="reminders" aria-labelledby="reminders-title">
      <h2 id="reminders-title" className={styles.heading}>
        {t(($) => $.reader.reminders.title)}
      </h2>
      <p className={styles.text}>{t(($) => $.reader.reminders.text)}</p>
      {query.isLoading && (
        <p className={styles.text} role="status">
          {t(($) => $.reader.follow.loading)}
        </p>
      )}
      {query.isError && !data && (
        <FailureNotice
          title={t(($) => $.reader.reminders.load_failed)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && <Choices settings={data} mail={mail} onChange={(part) => void change(part)} />}
    </section>
  );
}

interface ChoicesProps {
  settings: ReminderSettings;
  mail: ReturnType<typeof useReminderMail>;
  onChange: (part: Partial<ReminderSettings>) => void;
}

function Choices({ settings, mail, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.groups}>
      <Group label={t(($) => $.reader.reminders.when)}>
        {reminderDays.map((days) => (
          <Checkbox
            key={days}
            label={t(($) => $.reader.reminders.days, { count: days })}
            checked={settings.days.includes(days)}
            onToggle={(on) =>
              onChange({
                days: reminderDays.filter((one) =>
                  one === days ? on : settings.days.includes(one),
                ),
              })
            }
          />
        ))}
      </Group>
      <Group label={t(($) => $.reader.reminders.of)}>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(($) => $.reader.reminders[kind])}
            {...(kind === 'duties' && { hint: t(($) => $.reader.reminders.duties_hint) })}
            checked={settings[kind]}
            onToggle={(on) => onChange({ [kind]: on })}
          />
        ))}
      </Group>
      <Group label={t(($) => $.reader.reminders.how)}>
        <Checkbox
          label={t(($) => $.reader.reminders.in_app)}
          checked={settings.in_app}
          onToggle={(in_app) => onChange({ in_app })}
        />
        {mail && (
          <Checkbox
            label={t(($) => $.reader.reminders.mail)}
            hint={t(($) => $.reader.reminders.mail_hint)}
            checked={mail.on}
            onToggle={mail.toggle}
          />
        )}
      </Group>
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      {children}
    </fieldset>
  );
}

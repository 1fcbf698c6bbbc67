import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  calendarQuery,
  changeCalendar,
  removeCalendarAddress,
  renewCalendarAddress,
} from '../../api/calendar.ts';
import type { AudienceRole } from '../../api/types.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { formatInstant } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './private-calendar.module.css';

const alarmDays = [30, 7, 1];

/** The reader's own calendar: its secret address, its reminders, and the roles whose duties it has. */
export function PrivateCalendar() {
  const uid = useUid();
  return uid === undefined ? null : <OwnCalendar uid={uid} />;
}

function OwnCalendar({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const { data } = useQuery(calendarQuery(uid));
  const [url, setUrl] = useState<string>();
  if (!data) return null;

  async function attempt(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch {
      showToast(t(($) => $.deadlines.own_failed));
    }
    await client.invalidateQueries({ queryKey: calendarQuery(uid).queryKey });
  }
  const renew = () => attempt(async () => setUrl(await renewCalendarAddress(uid, language)));
  const remove = () =>
    attempt(async () => {
      await removeCalendarAddress(uid);
      setUrl(undefined);
    });

  return (
    <section aria-labelledby="own-calendar" className={styles.calendar} data-print="hide">
      <h2 id="own-calendar">{t(($) => $.deadlines.own)}</h2>
      <p>{t(($) => $.deadlines.own_text)}</p>
      {url && (
        <label className={styles.address}>
          {t(($) => $.deadlines.own_address)}
          <input readOnly value={url} onFocus={(event) => event.target.select()} />
        </label>
      )}
      {!url && data.link_created_at && (
        <p>
          {t(($) => $.deadlines.own_made, { date: formatInstant(data.link_created_at, language) })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant={data.link_created_at ? 'quiet' : 'primary'} onClick={renew}>
          {data.link_created_at
            ? t(($) => $.deadlines.own_renew)
            : t(($) => $.deadlines.own_create)}
        </Button>
        {data.link_created_at && (
          <Button variant="plain" onClick={remove}>
            {t(($) => $.deadlines.own_remove)}
          </Button>
        )}
      </div>
      <Group label={t(($) => $.deadlines.own_alarms)}>
        {alarmDays.map((days) => (
          <Checkbox
            key={days}
            label={t(($) => $.deadlines.days_before, { count: days })}
            checked={data.alarms.includes(days)}
            onToggle={(on) => {
              const others = data.alarms.filter((day) => day !== days);
              void attempt(() => changeCalendar(uid, { alarms: on ? [...others, days] : others }));
            }}
          />
        ))}
      </Group>
      <Roles
        chosen={data.roles}
        onChange={(roles) => void attempt(() => changeCalendar(uid, { roles }))}
      />
    </section>
  );
}

interface RolesProps {
  chosen: AudienceRole[];
  onChange: (roles: AudienceRole[]) => void;
}

/** Whose recurring duties the calendar has; the roles that follow from the topics come first. */
function Roles({ chosen, onChange }: RolesProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const audience = useReaderAudience();
  const names: Record<string, string> = t(($) => $.roles.name, { returnObjects: true });
  const all = Object.keys(names) as AudienceRole[];
  const likely = [...new Set([...audience, ...chosen])];
  const roles = [...likely, ...all.filter((role) => !likely.includes(role))];
  return (
    <Group label={t(($) => $.deadlines.own_roles)}>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={roleName(role)}
          checked={chosen.includes(role)}
          onToggle={(on) =>
            onChange(on ? [...chosen, role] : chosen.filter((name) => name !== role))
          }
        />
      ))}
    </Group>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type CalendarChange,
  calendarQuery,
  changeCalendar,
  removeCalendarAddress,
  renewCalendarAddress,
} from '../../api/calendar.ts';
import { reminderDays } from '../../api/dated-entry.ts';
import type { AudienceRole } from '../../api/types.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { formatInstant } from '../../i18n/instant.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName, useRoleNames } from '../../i18n/use-role-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { showToast } from '../../ui/toast.ts';
import { CalendarWays } from './calendar-ways.tsx';
import styles from './private-calendar.module.css';

/** The reader's own calendar: its secret address, its reminders, and without answers the roles whose duties it has. */
export function PrivateCalendar({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const to = useAppPaths();
  const { profiles } = useProfiles();
  const { answered } = useConcerns();
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
  const change = (settings: CalendarChange) => void attempt(() => changeCalendar(uid, settings));
  const renew = () => attempt(async () => setUrl(await renewCalendarAddress(uid, language)));
  const remove = () =>
    attempt(async () => {
      await removeCalendarAddress(uid);
      setUrl(undefined);
    });

  return (
    <>
      <p>
        {answered ? (
          <>
            {t(($) => $.deadlines.own_by_answers)}{' '}
            <Link to={to.questions()}>{t(($) => $.deadlines.own_answers)}</Link>
          </>
        ) : (
          t(($) => $.deadlines.own_text)
        )}
      </p>
      <p>{t(($) => $.deadlines.own_secret)}</p>
      <Address url={url} createdAt={data.link_created_at} onRenew={renew} onRemove={remove} />
      <Alarms chosen={data.alarms} onChange={(alarms) => change({ alarms })} />
      {profiles && !answered && (
        <Roles chosen={data.roles} onChange={(roles) => change({ roles })} />
      )}
    </>
  );
}

interface AddressProps {
  /** The secret address, right after it was created. */
  url: string | undefined;
  createdAt: string | undefined;
  onRenew: () => void;
  onRemove: () => void;
}

/** The secret address, which the server shows once, and its creation and removal. */
function Address({ url, createdAt, onRenew, onRemove }: AddressProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      {url && <CalendarWays url={url} label={t(($) => $.deadlines.own_address)} />}
      {!url && createdAt && (
        <p>{t(($) => $.deadlines.own_made, { date: formatInstant(createdAt, language) })}</p>
      )}
      <div className={classes(cluster(3), above(4))}>
        <Button variant={createdAt ? 'quiet' : 'primary'} onClick={onRenew}>
          {createdAt ? t(($) => $.deadlines.own_renew) : t(($) => $.deadlines.own_create)}
        </Button>
        {createdAt && (
          <Button variant="plain" onClick={onRemove}>
            {t(($) => $.deadlines.own_remove)}
          </Button>
        )}
      </div>
    </>
  );
}

interface AlarmsProps {
  /** Days before a deadline. */
  chosen: number[];
  onChange: (days: number[]) => void;
}

function Alarms({ chosen, onChange }: AlarmsProps) {
  const { t } = useTranslation();
  return (
    <Group label={t(($) => $.deadlines.own_alarms)}>
      {reminderDays.map((days) => (
        <Checkbox
          key={days}
          label={t(($) => $.deadlines.days_before, { count: days })}
          checked={chosen.includes(days)}
          onToggle={(on) => {
            const others = chosen.filter((day) => day !== days);
            onChange(on ? [...others, days] : others);
          }}
        />
      ))}
    </Group>
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
  const all = Object.keys(useRoleNames()) as AudienceRole[];
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

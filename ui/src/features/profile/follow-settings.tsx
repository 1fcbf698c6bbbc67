import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deadlinePrefix } from '../../api/follow-names.ts';
import { changeFollow, type Follow, type FollowChange, followsQuery } from '../../api/follows.ts';
import { monthLater, twoWeeksLater } from '../../api/plain-dates.ts';
import { formatDate, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FollowVolume } from '../../parts/follow-volume.tsx';
import { useFollowFloors } from '../../parts/use-follow-floors.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './follow-settings.module.css';

const frequencies = [undefined, 'at_once', 'daily', 'weekly'] as const;

/* What the server replaces as a whole. */
function settingsOf({ name, frequency, importance_from, muted, paused, paused_until }: Follow) {
  return {
    name,
    muted,
    paused,
    ...(frequency && { frequency }),
    ...(importance_from && { importance_from }),
    ...(paused_until && { paused_until }),
  };
}

type Change = { [Name in keyof FollowChange]?: FollowChange[Name] | undefined };

/* A field that is left out has its default value. */
function changed(follow: Follow, change: Change): FollowChange {
  const given = Object.entries({ ...settingsOf(follow), ...change });
  const settings = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return { name: follow.name, ...settings };
}

interface FollowSettingsProps {
  uid: string;
  follow: Follow;
  /** What is followed, in words. */
  subject: string;
}

/** The settings of a follow: how often it sends mails, from which importance, and its pause. */
export function FollowSettings({ uid, follow, subject }: FollowSettingsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const floors = useFollowFloors();
  const [saving, setSaving] = useState(false);
  const [open, setOpen] = useState(false);
  // A deadline has no importance of its own, and is announced together with the reminders.
  const isDeadline = follow.name.startsWith(deadlinePrefix);

  async function save(change: Change): Promise<void> {
    setSaving(true);
    const { queryKey } = followsQuery(uid);
    try {
      client.setQueryData(queryKey, await changeFollow(uid, changed(follow, change)));
    } catch {
      showToast(t(($) => $.reader.follow.failed));
      await client.invalidateQueries({ queryKey });
    }
    setSaving(false);
  }

  return (
    <details className={styles.settings} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {t(($) => $.reader.follow.settings)}
        <span className="visually-hidden">
          {t(($) => $.home.about_article, { title: subject })}
        </span>
        <State follow={follow} />
      </summary>
      <fieldset className={styles.fields} disabled={saving} aria-busy={saving}>
        <legend className="visually-hidden">{t(($) => $.reader.follow.settings)}</legend>
        {!isDeadline && (
          <SelectField
            label={t(($) => $.reader.follow.frequency)}
            value={frequencies.indexOf(follow.frequency)}
            onChoose={(index) => void save({ frequency: frequencies[index] })}
            options={[
              { value: 0, label: t(($) => $.reader.follow.as_account) },
              { value: 1, label: t(($) => $.reader.follow.at_once) },
              { value: 2, label: t(($) => $.reader.follow.daily) },
              { value: 3, label: t(($) => $.reader.follow.weekly) },
            ]}
          />
        )}
        {!isDeadline && (
          <div>
            <SelectField
              label={t(($) => $.reader.follow.floor)}
              value={follow.importance_from ?? 0}
              onChoose={(from) => void save({ importance_from: from === 0 ? undefined : from })}
              options={floors}
            />
            {open && (
              <p className={styles.volume}>
                <FollowVolume name={follow.name} from={follow.importance_from ?? 0} />
              </p>
            )}
          </div>
        )}
        <Checkbox
          label={t(($) => $.reader.follow.mute)}
          hint={t(($) => $.reader.follow.mute_hint)}
          checked={follow.muted}
          onToggle={(muted) => void save({ muted })}
        />
        <Pause follow={follow} save={save} />
      </fieldset>
    </details>
  );
}

interface PauseProps {
  follow: Follow;
  save: (change: Change) => Promise<void>;
}

function Pause({ follow, save }: PauseProps) {
  const { t } = useTranslation();
  const today = todayInBucharest();
  const until = (day: string) => void save({ paused: true, paused_until: day });
  if (follow.paused) {
    return (
      <div className={styles.buttons}>
        <Button onClick={() => void save({ paused: false, paused_until: undefined })}>
          {t(($) => $.reader.follow.resume)}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <p>{t(($) => $.reader.follow.pause)}</p>
      <div className={styles.buttons}>
        <Button onClick={() => until(twoWeeksLater(today))}>
          {t(($) => $.reader.follow.pause_weeks)}
        </Button>
        <Button onClick={() => until(monthLater(today))}>
          {t(($) => $.reader.follow.pause_month)}
        </Button>
        <Button onClick={() => void save({ paused: true, paused_until: undefined })}>
          {t(($) => $.reader.follow.pause_open)}
        </Button>
      </div>
    </div>
  );
}

/** Whether the follow is paused or muted, in a few words. */
function State({ follow }: { follow: Follow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { paused, paused_until, muted } = follow;
  if (paused) {
    const text = paused_until
      ? t(($) => $.reader.follow.paused_until, { date: formatDate(paused_until, language) })
      : t(($) => $.reader.follow.paused);
    return <span className={styles.state}>{text}</span>;
  }
  if (muted) return <span className={styles.state}>{t(($) => $.reader.follow.muted)}</span>;
  return null;
}

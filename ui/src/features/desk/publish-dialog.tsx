import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, publishDraft } from '../../api/desk.ts';
import { day } from '../../durations.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { above, centred, cluster, stack } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './decision-bar.module.css';
import { instantOf } from './moment.ts';
import type { Outcome } from './published-notice.tsx';
import { UncheckedSentences } from './unchecked-sentences.tsx';
import { useDeskError } from './use-desk-error.ts';
import { useFindingText } from './use-finding-text.ts';

interface PublishDialogProps {
  draft: Draft;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onPublished: (outcome: Outcome) => void;
}

const year = 366 * day;

function isPossible(instant: string | undefined): instant is string {
  const left = instant === undefined ? -1 : Date.parse(instant) - Date.now();
  return left > 0 && left <= year;
}

/** Approves the saved text, for now or for a time; each finding of the checker is confirmed. */
export function PublishDialog({ draft, opener, onClose, onPublished }: PublishDialogProps) {
  const { t } = useTranslation();
  const errorText = useDeskError();
  const task = useTask();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [local, setLocal] = useState('');
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const [refusal, setRefusal] = useState<'time' | 'findings'>();

  function send(event: FormEvent) {
    event.preventDefault();
    const at = instantOf(local);
    if (when === 'later' && !isPossible(at)) return setRefusal('time');
    if (draft.finding_list.some(({ id }) => !confirmed.includes(id))) return setRefusal('findings');
    setRefusal(undefined);
    void task.start(async () => {
      const body = { version: draft.version, confirmed, ...(when === 'later' && at && { at }) };
      const { scheduled_for } = await publishDraft(draft.slug, body);
      onPublished({ scheduledFor: scheduled_for });
    });
  }

  return (
    <Modal
      open
      onClose={onClose}
      opener={opener}
      title={t(($) => $.desk.publish_title)}
      description={t(($) => $.desk.publish_lead)}
    >
      <form className={classes(stack(5), above(5))} onSubmit={send} noValidate>
        <WithoutConditions draft={draft} />
        <Findings draft={draft} confirmed={confirmed} onConfirm={setConfirmed} />
        <UncheckedSentences sentences={draft.unchecked ?? []} />
        <RadioList
          legend={t(($) => $.desk.publish_when)}
          value={when}
          onChoose={setWhen}
          options={[
            { value: 'now', label: t(($) => $.desk.publish_now) },
            { value: 'later', label: t(($) => $.desk.publish_later) },
          ]}
        />
        {when === 'later' && (
          <TextField
            type="datetime-local"
            label={t(($) => $.desk.publish_day)}
            error={refusal === 'time' ? t(($) => $.desk.publish_day_missing) : undefined}
            value={local}
            onChange={(event) => setLocal(event.target.value)}
          />
        )}
        {(refusal === 'findings' || task.failed) && (
          <Refusal>
            {task.failed ? errorText(task.failed) : t(($) => $.desk.publish_unconfirmed)}
          </Refusal>
        )}
        <div className={classes(cluster(3), centred)}>
          <Button type="submit" variant="primary" aria-disabled={task.busy}>
            {task.busy
              ? t(($) => $.desk.working)
              : when === 'now'
                ? t(($) => $.desk.publish_confirm_now)
                : t(($) => $.desk.publish_confirm_later)}
          </Button>
          <Button onClick={onClose}>{t(($) => $.desk.cancel)}</Button>
        </div>
      </form>
    </Modal>
  );
}

/** What has no conditions, and what readers then see. */
function WithoutConditions({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { article, suggestion } = draft;
  const [steps, entries] = [suggestion?.steps?.length ?? 0, suggestion?.deadlines?.length ?? 0];
  if (article.concerns && steps + entries === 0) return null;
  const parts = [
    steps > 0 && t(($) => $.desk.publish_steps, { count: steps }),
    entries > 0 && t(($) => $.desk.publish_dates, { count: entries }),
  ].filter((part) => part !== false);
  return (
    <div className={styles.findings}>
      {!article.concerns && <p>{t(($) => $.desk.publish_without)}</p>}
      {parts.length > 0 && (
        <p>
          {parts.join(' ')} {t(($) => $.desk.publish_parts)}
        </p>
      )}
    </div>
  );
}

interface FindingsProps {
  draft: Draft;
  confirmed: string[];
  onConfirm: (ids: string[]) => void;
}

function Findings({ draft, confirmed, onConfirm }: FindingsProps) {
  const { t } = useTranslation();
  const findingText = useFindingText();
  if (draft.finding_list.length === 0) {
    const isExplained = draft.rule_reasons.some(({ rule }) => rule === 'model');
    return isExplained ? <p>{t(($) => $.desk.publish_no_findings)}</p> : null;
  }
  return (
    <fieldset className={styles.findings}>
      <legend className={styles.legend}>{t(($) => $.desk.publish_findings)}</legend>
      <p>{t(($) => $.desk.publish_findings_text)}</p>
      {draft.finding_list.map((finding) => (
        <Checkbox
          key={finding.id}
          label={findingText(finding)}
          checked={confirmed.includes(finding.id)}
          onToggle={(on) =>
            onConfirm(
              on ? [...confirmed, finding.id] : confirmed.filter((known) => known !== finding.id),
            )
          }
        />
      ))}
    </fieldset>
  );
}

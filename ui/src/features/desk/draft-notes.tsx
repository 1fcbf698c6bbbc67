import { useTranslation } from 'react-i18next';
import { cancelPublication, type Draft, reopenDraft } from '../../api/desk.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './draft-notes.module.css';
import { useDeskError } from './use-desk-error.ts';

interface DraftNotesProps {
  draft: Draft;
  onChanged: (draft: Draft) => void;
}

/** Why the draft is here, what was decided about it, and how to undo that. */
export function DraftNotes({ draft, onChanged }: DraftNotesProps) {
  const { t } = useTranslation();
  const { reasons, rejections, rule_reasons } = draft;
  return (
    <div className={styles.notes}>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{t(($) => $.desk.reason[reason])}</li>
        ))}
      </ul>
      {rule_reasons.length > 0 && (
        <details>
          <summary className={styles.summary}>{t(($) => $.desk.rule_reasons)}</summary>
          <ul className={styles.list} lang="ro">
            {rule_reasons.map(({ field, reason }) => (
              <li key={`${field} ${reason}`}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      <Decision draft={draft} onChanged={onChanged} />
      {rejections.length > 0 && <Rejections rejections={rejections} />}
    </div>
  );
}

/** A schedule or a rejection, and the way back. */
function Decision({ draft, onChanged }: DraftNotesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  const errorText = useDeskError();
  const { state, slug, scheduled_for, approved } = draft;
  if (state === 'open') return null;
  const moment = scheduled_for ? formatMoment(scheduled_for, language) : '';
  const isScheduled = state === 'scheduled';
  const undo = isScheduled ? cancelPublication : reopenDraft;
  const title = !isScheduled
    ? t(($) => $.desk.is_rejected)
    : approved
      ? t(($) => $.desk.is_scheduled, { name: approved.by, moment })
      : t(($) => $.desk.is_scheduled_nameless, { moment });
  return (
    <Notice
      title={title}
      actions={
        <Button
          aria-disabled={task.busy}
          onClick={() => void task.start(async () => onChanged(await undo(slug)))}
        >
          {isScheduled ? t(($) => $.desk.unschedule) : t(($) => $.desk.reopen)}
        </Button>
      }
    >
      {task.state.phase === 'failed'
        ? errorText(task.state.code)
        : isScheduled && t(($) => $.desk.is_scheduled_text)}
    </Notice>
  );
}

function Rejections({ rejections }: { rejections: Draft['rejections'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section aria-labelledby="rejections">
      <h2 id="rejections" className={styles.heading}>
        {t(($) => $.desk.rejections)}
      </h2>
      <ol className={styles.list} reversed>
        {rejections.toReversed().map(({ by, at, reason }) => (
          <li key={at}>
            <p className={styles.reason}>{reason}</p>
            <p className={styles.who}>
              {t(($) => $.desk.rejected_by, { name: by, moment: formatMoment(at, language) })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

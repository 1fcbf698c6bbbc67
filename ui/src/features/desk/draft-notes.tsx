import { useTranslation } from 'react-i18next';
import { cancelPublication, type Draft, reopenDraft, type TextPlace } from '../../api/desk.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { muted, stack } from '../../ui/layout.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './draft-notes.module.css';
import { RuleReasons } from './rule-reasons.tsx';
import { SourceCorrection } from './source-correction.tsx';
import { useDeskError } from './use-desk-error.ts';

interface DecisionProps {
  draft: Draft;
  onChanged: (draft: Draft) => void;
}

interface DraftNotesProps extends DecisionProps {
  /** Shows a place of the source; absent without one. */
  onShow: ((place: TextPlace) => void) | undefined;
  /** Bases the draft on the corrected text of its act. */
  onAdopt: (sha256: string) => Promise<void>;
}

/** Why the draft is here, what was decided about it, and how to undo that. */
export function DraftNotes({ draft, onChanged, onShow, onAdopt }: DraftNotesProps) {
  const { t } = useTranslation();
  const { reasons, rejections } = draft;
  return (
    <div className={stack(4)}>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{t(($) => $.desk.reason[reason])}</li>
        ))}
      </ul>
      <RuleReasons draft={draft} onShow={onShow} />
      <SourceCorrection draft={draft} onAdopt={onAdopt} />
      <Decision draft={draft} onChanged={onChanged} />
      {rejections.length > 0 && <Rejections rejections={rejections} />}
    </div>
  );
}

/** A schedule or a rejection, and the way back. */
function Decision({ draft, onChanged }: DecisionProps) {
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
      {task.failed ? errorText(task.failed) : isScheduled && t(($) => $.desk.is_scheduled_text)}
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
            <p className={muted}>
              {t(($) => $.desk.rejected_by, { name: by, moment: formatMoment(at, language) })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

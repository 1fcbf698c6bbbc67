import { useTranslation } from 'react-i18next';
import type { Draft } from '../../api/desk.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { WordDifference } from '../../parts/word-difference.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './draft-notes.module.css';
import { useDeskError } from './use-desk-error.ts';

interface SourceCorrectionProps {
  draft: Draft;
  /** Bases the draft on the corrected text. */
  onAdopt: (sha256: string) => Promise<void>;
}

/** What the source corrected in the act since the draft was written. */
export function SourceCorrection({ draft, onAdopt }: SourceCorrectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  const errorText = useDeskError();
  const { corrected_source: corrected } = draft;
  if (!corrected) return null;
  const { sha256, fetched_at, changes, unlisted } = corrected;
  return (
    <Notice
      title={t(($) => $.desk.correction_title, { moment: formatMoment(fetched_at, language) })}
      actions={
        <Button aria-disabled={task.busy} onClick={() => void task.start(() => onAdopt(sha256))}>
          {t(($) => $.desk.correction_adopt)}
        </Button>
      }
    >
      <p>{task.failed ? errorText(task.failed) : t(($) => $.desk.correction_text)}</p>
      <details className={styles.changes}>
        <summary>{t(($) => $.desk.correction_changes)}</summary>
        {changes.map(({ before, after }) => (
          <WordDifference key={`${before} ${after}`} before={before} after={after} lang="ro" />
        ))}
        {unlisted > 0 && <p>{t(($) => $.desk.correction_unlisted, { count: unlisted })}</p>}
      </details>
    </Notice>
  );
}

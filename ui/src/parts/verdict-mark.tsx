import { CircleCheck, CircleMinus, CircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConcernAnswer } from '../api/types.ts';
import type { Concerns } from '../hooks/use-concerns.ts';
import { classes } from '../ui/classes.ts';
import styles from './verdict-mark.module.css';

/** The sign of each verdict: its shape says it without its colour. */
export const verdictIcons = {
  yes: CircleCheck,
  no: CircleMinus,
  maybe: CircleQuestionMark,
};

interface VerdictMarkProps {
  concern: ConcernAnswer | undefined;
  profiles: Concerns['profiles'];
  /** The reader has answers, and what they decide is not known yet. */
  isAwaited?: boolean;
}

/**
 * Whether something in a list concerns the reader, and which profile if there are several; nothing
 * without answers. An answer that is awaited already has its place, so that nothing moves when it comes.
 */
export function VerdictMark({ concern, profiles, isAwaited = false }: VerdictMarkProps) {
  const { t } = useTranslation();
  if (!concern && !isAwaited) return null;
  if (!concern)
    return (
      <p className={classes(styles.mark, styles.awaited)} aria-hidden="true">
        <CircleQuestionMark />
        {t(($) => $.concerns.mark.maybe)}
      </p>
    );
  const { answer, profile } = concern;
  const Icon = verdictIcons[answer];
  const name = answer === 'no' ? undefined : profiles[profile ?? -1]?.name;
  return (
    <p className={classes(styles.mark, styles[answer])}>
      <Icon aria-hidden="true" />
      {t(($) => $.concerns.mark[answer])}
      {name && ` · ${name}`}
    </p>
  );
}

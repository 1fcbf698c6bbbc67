import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import type { Due } from '../../hooks/dues.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './due-label.module.css';

interface DueLabelProps {
  due: Due;
  isOpen: boolean;
  onToggle: () => void;
}

/** A form as a label that opens in place; dashed if it is due only on a condition. */
export function DueLabel({ due, isOpen, onToggle }: DueLabelProps) {
  const { t } = useTranslation();
  const { form, words, kind } = due;
  const isDone = isLineDone(due, useAllDone());
  return (
    <button
      type="button"
      className={classes(styles.label, isConditional(due) && styles.dashed, isDone && styles.done)}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(due) : undefined}
      onClick={onToggle}
    >
      {isDone && <Check aria-hidden="true" />}
      {form ?? (
        <span>
          <KeptWords text={sentenceCase(words)} />
        </span>
      )}
      {form && words && (
        <>
          {' '}
          <small>{words}</small>
        </>
      )}
      {kind === 'choice' && (
        <>
          {' '}
          <small>{t(($) => $.dates.choice)}</small>
        </>
      )}
    </button>
  );
}

/** The id of what a label opens. */
export const detailsId = ({ key }: Due) => `due-${key.replaceAll(/[^\w-]+/g, '-')}`;

/** A label in words. */
export const nameOf = ({ form, words }: Due) => (form ? `${form} ${words}` : sentenceCase(words));

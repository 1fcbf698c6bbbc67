import { Check } from 'lucide-react';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import type { Due } from './due.ts';
import styles from './due-label.module.css';

interface DueLabelProps {
  due: Due;
  isOpen: boolean;
  onToggle: () => void;
}

/** A form as a label that opens in place; dashed if it is due only if something is so. */
export function DueLabel({ due, isOpen, onToggle }: DueLabelProps) {
  const { form, words, conditional } = due;
  const isDone = isLineDone(due, useAllDone());
  return (
    <button
      type="button"
      className={classes(styles.label, conditional && styles.dashed, isDone && styles.done)}
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
    </button>
  );
}

/** The id of what a label opens. */
export const detailsId = ({ key }: Due) => `due-${key.replaceAll(/[^\w-]+/g, '-')}`;

/** A label in words. */
export const nameOf = ({ form, words }: Due) => (form ? `${form} ${words}` : sentenceCase(words));

import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { fieldLabel } from './field-label.ts';
import { KeptWords } from './kept-words.tsx';
import styles from './text-field.module.css';

export interface Described {
  label: string;
  hint?: string | undefined;
  /** The error, linked to the field. */
  error?: string | undefined;
}

interface FrameProps extends Described {
  id: string;
  hideLabel?: boolean | undefined;
  children: ReactNode;
}

/** A field with its label, hint and error. The error is no alert: the form focuses the field on refusal, which then announces it. */
export function FieldFrame({ id, label, hideLabel, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : fieldLabel}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          <KeptWords text={hint} />
        </p>
      )}
      {children}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What links a field with its hint and its error, which comes first. */
export function describing(id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) {
  const ids = classes(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`);
  return {
    ...(ids && { 'aria-describedby': ids }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
}

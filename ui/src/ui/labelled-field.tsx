import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classes } from './classes.ts';
import styles from './labelled-field.module.css';

interface Described {
  label: string;
  hint?: string | undefined;
  /** What is wrong with it; said at once and joined to the field. */
  error?: string | undefined;
}

interface LabelledFieldProps extends Described, InputHTMLAttributes<HTMLInputElement> {
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

interface TextAreaProps extends Described {
  value: string;
  maxLength: number;
  onInput: (value: string) => void;
  areaRef?: Ref<HTMLTextAreaElement>;
}

interface FrameProps extends Described {
  id: string;
  children: ReactNode;
}

function Frame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
    </div>
  );
}

function describing(id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) {
  const ids = classes(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return {
    ...(ids && { 'aria-describedby': ids }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
}

/** A field of a form with its label above, a hint, and what is wrong with it below. */
export function LabelledField(props: LabelledFieldProps) {
  const { label, hint, error, trailing, inputRef, ...input } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className={styles.box}>
        <input
          {...input}
          {...describing(id, { hint, error })}
          id={id}
          ref={inputRef}
          className={styles.input}
        />
        {trailing}
      </div>
    </Frame>
  );
}

/** The same for a text of several lines. */
export function LabelledTextArea(props: TextAreaProps) {
  const { label, hint, error, value, maxLength, onInput, areaRef } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...describing(id, { hint, error })}
        id={id}
        ref={areaRef}
        className={classes(styles.box, styles.area)}
        rows={5}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onInput(event.target.value)}
      />
    </Frame>
  );
}

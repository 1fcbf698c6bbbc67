import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classes } from './classes.ts';
import styles from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The label is always there for screen readers; on the page only when it is not obvious. */
  hideLabel?: boolean;
  icon?: ReactNode;
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** What is wrong with what was filled in. */
  error?: string | undefined;
}

export function TextField({
  label,
  hideLabel,
  icon,
  trailing,
  inputRef,
  error,
  ...input
}: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={classes(styles.box, error !== undefined && styles.invalid)}>
        {icon}
        <input
          {...input}
          id={id}
          ref={inputRef}
          className={styles.input}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
        {trailing}
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

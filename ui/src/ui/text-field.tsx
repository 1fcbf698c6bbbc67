import {
  type ClipboardEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { classes } from './classes.ts';
import field from './field-box.module.css';
import { fieldLabel } from './field-label.ts';
import { pasted } from './pasted.ts';
import styles from './text-field.module.css';

interface Described {
  label: string;
  hint?: string | undefined;
  /** The error, linked to the field. */
  error?: string | undefined;
}

interface TextFieldProps extends Described, InputHTMLAttributes<HTMLInputElement> {
  /** The label is always there for screen readers; visible only when it is not obvious. */
  hideLabel?: boolean;
  icon?: ReactNode;
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
  hideLabel?: boolean | undefined;
  children: ReactNode;
}

/* The error is no alert: the form focuses the field on refusal, which then announces it. */
function Frame({ id, label, hideLabel, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : fieldLabel}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
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

/* The error comes first in the description. */
function describing(id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) {
  const ids = classes(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`);
  return {
    ...(ids && { 'aria-describedby': ids }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
}

/* Inserts what was meant, as if it was typed, so that the browser's checks and the form see it. */
function paste(event: ClipboardEvent<HTMLInputElement>) {
  const { type, inputMode } = event.currentTarget;
  const text = event.clipboardData.getData('text/plain');
  const meant = pasted(text, type, inputMode === 'numeric');
  if (meant === text || typeof document.execCommand !== 'function') return;
  if (document.execCommand('insertText', false, meant)) event.preventDefault();
}

/** A one-line field with label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, icon, trailing, inputRef, ...input } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <div className={classes(field.box, error !== undefined && styles.invalid)}>
        {icon}
        <input
          onPaste={paste}
          {...input}
          {...describing(id, { hint, error })}
          id={id}
          ref={inputRef}
          className={field.input}
        />
        {trailing}
      </div>
    </Frame>
  );
}

/** The same for several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, value, maxLength, onInput, areaRef } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...describing(id, { hint, error })}
        id={id}
        ref={areaRef}
        className={classes(field.box, styles.area, error !== undefined && styles.invalid)}
        rows={5}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onInput(event.target.value)}
      />
    </Frame>
  );
}

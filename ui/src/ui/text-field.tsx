import {
  type ClipboardEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { classes } from './classes.ts';
import field from './field-box.module.css';
import { type Described, describing, FieldFrame } from './field-frame.tsx';
import { pasted } from './pasted.ts';
import styles from './text-field.module.css';

interface TextFieldProps extends Described, InputHTMLAttributes<HTMLInputElement> {
  /** The label is always there for screen readers; visible only when it is not obvious. */
  hideLabel?: boolean;
  icon?: ReactNode;
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
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
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
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
    </FieldFrame>
  );
}

import { type Ref, useId } from 'react';
import { classes } from './classes.ts';
import field from './field-box.module.css';
import { type Described, describing, FieldFrame } from './field-frame.tsx';
import styles from './text-field.module.css';

interface TextAreaProps extends Described {
  value: string;
  maxLength: number;
  /** The language of the text, where it is not the page's. */
  lang?: string;
  onInput: (value: string) => void;
  areaRef?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines with label, hint and error. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, value, maxLength, lang, onInput, areaRef } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...describing(id, { hint, error })}
        id={id}
        ref={areaRef}
        className={classes(field.box, styles.area, error !== undefined && styles.invalid)}
        rows={5}
        maxLength={maxLength}
        lang={lang}
        value={value}
        onChange={(event) => onInput(event.target.value)}
      />
    </FieldFrame>
  );
}

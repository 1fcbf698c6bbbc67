import { type ReactNode, useId } from 'react';
import type { Language } from '../../api/types.ts';
import { fieldLabel } from '../../ui/field-label.ts';
import styles from './draft-form.module.css';

interface DraftFieldProps {
  label: string;
  text: string;
  lang: Language;
  maxLength: number;
  isFixed: boolean;
  isRefused: boolean;
  onText: (text: string) => void;
  /** What is known about the text: findings, problems, figures. */
  children?: ReactNode;
}

/** A text that grows with its words, and what is known about it. */
export function DraftField(props: DraftFieldProps) {
  const { label, text, lang, maxLength, isFixed, isRefused, onText, children } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={fieldLabel}>
        {label}
      </label>
      <textarea
        id={id}
        lang={lang}
        className={styles.area}
        rows={maxLength > 1000 ? 4 : 1}
        maxLength={maxLength}
        value={text}
        readOnly={isFixed}
        aria-describedby={`${id}-notes`}
        {...(isRefused && { 'aria-invalid': true })}
        onChange={(event) => onText(event.target.value)}
      />
      <div id={`${id}-notes`} className={styles.notes}>
        {children}
      </div>
    </div>
  );
}

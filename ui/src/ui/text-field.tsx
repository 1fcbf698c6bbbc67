import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The label is always there for screen readers; on the page only when it is not obvious. */
  hideLabel?: boolean;
  icon?: ReactNode;
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  hideLabel,
  icon,
  trailing,
  inputRef,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        {icon}
        <input {...input} id={id} ref={inputRef} className={styles.input} />
        {trailing}
      </div>
    </div>
  );
}

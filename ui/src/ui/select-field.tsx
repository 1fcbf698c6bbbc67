import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import styles from './select-field.module.css';

interface SelectFieldProps {
  label: string;
  /** Hides the label where a heading already says it. */
  hideLabel?: boolean;
  hint?: string;
  value: number;
  options: Array<{ value: number; label: string }>;
  onChoose: (value: number) => void;
}

/** A select field with the device's own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel = false, hint, value, options, onChoose } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={(event) => onChoose(Number(event.target.value))}
          {...(hint && { 'aria-describedby': `${id}-hint` })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

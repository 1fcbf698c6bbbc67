import { useId } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  hint?: string;
  checked: boolean;
  onToggle: (checked: boolean) => void;
}

/** A checkbox with a description below. */
export function Checkbox({ label, hint, checked, onToggle }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.option}>
        <input
          type="checkbox"
          className={styles.input}
          checked={checked}
          onChange={(event) => onToggle(event.target.checked)}
          {...(hint && { 'aria-describedby': id })}
        />
        {label}
      </label>
      {hint && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

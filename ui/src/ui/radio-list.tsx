import { useId } from 'react';
import styles from './radio-list.module.css';

interface RadioListProps<Value extends string> {
  legend: string;
  value: Value;
  options: Array<{ value: Value; label: string }>;
  onChoose: (value: Value) => void;
}

/** Radio buttons in a column. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, value, options, onChoose } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

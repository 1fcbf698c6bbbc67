import { useId } from 'react';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  legend: string;
  /** Hides the label where a heading already says it. */
  hideLegend?: boolean;
  value: Value;
  options: Array<{ value: Value; label: string; lang?: string }>;
  onChoose: (value: Value) => void;
}

/** Radio buttons drawn as a row. */
export function Choice<Value extends string>({
  legend,
  hideLegend = false,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={hideLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} lang={option.lang}>
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
      </div>
    </fieldset>
  );
}

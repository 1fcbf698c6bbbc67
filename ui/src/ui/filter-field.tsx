import { ChevronDown } from 'lucide-react';
import styles from './filter-field.module.css';

interface FilterFieldProps {
  label: string;
  /** The text of the choice that filters nothing. */
  all: string;
  value: string;
  options: Array<{ value: string; label: string }>;
  onChoose: (value: string | undefined) => void;
}

/** One choice among several or none, with the device's own list. */
export function FilterField({ label, all, value, options, onChoose }: FilterFieldProps) {
  return (
    <label className={styles.filter}>
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value || undefined)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </label>
  );
}

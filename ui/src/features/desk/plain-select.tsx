import { useId } from 'react';
import { fieldLabel } from '../../ui/field-label.ts';
import styles from './plain-select.module.css';

interface PlainSelectProps {
  label: string;
  hideLabel?: boolean;
  value: string;
  /** Groups without a label list their options directly. */
  groups: Array<{ label?: string; options: Array<{ id: string; name: string }> }>;
  onChoose: (id: string) => void;
}

/** The device's own list, with its options in groups. */
export function PlainSelect({ label, hideLabel, value, groups, onChoose }: PlainSelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : fieldLabel}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {groups.map((group) => {
          const options = group.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ));
          return group.label ? (
            <optgroup key={group.label} label={group.label}>
              {options}
            </optgroup>
          ) : (
            options
          );
        })}
      </select>
    </div>
  );
}

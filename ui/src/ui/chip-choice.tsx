import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './chip-choice.module.css';
import { KeptWords } from './kept-words.tsx';

interface ChipChoiceProps {
  /** `radio` for one of several, `checkbox` for any number. */
  type: 'radio' | 'checkbox';
  /** Shared by the radio buttons of a question. */
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A radio button or checkbox drawn as a chip. */
export function ChipChoice({ type, name, checked, onChange, children }: ChipChoiceProps) {
  return (
    <label className={styles.chip}>
      <input
        type={type}
        name={name}
        className={styles.input}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Check aria-hidden="true" />
      {/* One item of the row, so that it wraps as one text. */}
      <span>{typeof children === 'string' ? <KeptWords text={children} /> : children}</span>
    </label>
  );
}

/** Chips that wrap. */
export function Chips({ children }: { children: ReactNode }) {
  return <div className={styles.chips}>{children}</div>;
}

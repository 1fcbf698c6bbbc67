import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classes } from './classes.ts';
import { toneClass } from './tone.ts';

interface ChipProps {
  chosen: boolean;
  onChoose: () => void;
  /** Gives the chip an importance colour. */
  tone?: number;
  children: ReactNode;
}

export function Chip({ chosen, onChoose, tone, children }: ChipProps) {
  return (
    <button
      type="button"
      className={classes(styles.chip, tone !== undefined && toneClass(tone))}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

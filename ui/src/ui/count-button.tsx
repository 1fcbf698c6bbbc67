import type { LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';
import styles from './count-button.module.css';
import { type MarkTone, useMarkLook } from './mark-tone.ts';

interface CountButtonProps {
  icon: LucideIcon;
  tone: MarkTone;
  /** Whether it is on; `undefined` while unknown. */
  on: boolean | undefined;
  /** The full sentence, with the number. */
  label: string;
  count: string;
  onPress: () => void;
}

/** Like and bookmark on a card: an icon and a number. */
export function CountButton({ icon: Icon, tone, on, label, count, onPress }: CountButtonProps) {
  const { className, ...look } = useMarkLook(tone, on);
  return (
    <button
      type="button"
      {...look}
      className={classes(styles.button, className)}
      aria-label={label}
      aria-pressed={on ?? false}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      {count}
    </button>
  );
}

import type { LucideIcon } from 'lucide-react';
import styles from './count-button.module.css';

interface CountButtonProps {
  icon: LucideIcon;
  /** The full sentence, with the number in it. */
  label: string;
  count: string;
  onPress: () => void;
}

/** Like and bookmark on a card: a sign and a number. */
export function CountButton({ icon: Icon, label, count, onPress }: CountButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onPress}>
      <Icon aria-hidden="true" />
      {count}
    </button>
  );
}

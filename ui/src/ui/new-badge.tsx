import type { ReactNode } from 'react';
import styles from './new-badge.module.css';

/** Marks what the reader has not seen yet. */
export function NewBadge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>;
}

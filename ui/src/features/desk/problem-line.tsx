import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './problem-line.module.css';

/** What is wrong with a field. */
export function ProblemLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  );
}

import type { ReactNode } from 'react';
import styles from './columns.module.css';

interface ColumnsProps {
  children: ReactNode;
  /** Content beside the text on wide screens and below it on narrow ones. */
  aside?: ReactNode;
}

export function Columns({ children, aside }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.text}>{children}</div>
      {aside}
    </div>
  );
}

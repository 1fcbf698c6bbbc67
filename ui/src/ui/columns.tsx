import type { ReactNode } from 'react';
import styles from './columns.module.css';

interface ColumnsProps {
  children: ReactNode;
  /** What stands beside the text on a wide screen and below it on a narrow one. */
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

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { KeptWords } from './kept-words.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** The content of an empty list: why it is empty, and what to do next. */
export function EmptyState({ icon: Icon, title, action, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon aria-hidden="true" />
      <p className={styles.title} role="status">
        <KeptWords text={title} />
      </p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

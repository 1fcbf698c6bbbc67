import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { cluster } from './layout.ts';
import styles from './notice.module.css';

interface NoticeProps {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** A failure is announced at once, an empty or offline state politely. */
  urgent?: boolean;
}

/** Shown in place of content: empty, failed, offline. */
export function Notice({ title, children, actions, urgent = false }: NoticeProps) {
  return (
    <div
      className={classes(styles.notice, urgent && styles.urgent)}
      role={urgent ? 'alert' : 'status'}
    >
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={classes(cluster(3), styles.actions)}>{actions}</div>}
    </div>
  );
}

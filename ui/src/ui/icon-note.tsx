import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './icon-note.module.css';

interface IconNoteProps {
  icon: LucideIcon;
  children: ReactNode;
  /** An offline state is announced politely, a failure at once; what only informs is no live region. */
  tone?: 'offline' | 'failed';
  /** Left out on paper. */
  screenOnly?: boolean | undefined;
}

const roles = { offline: 'status', failed: 'alert' };

/** A remark about the content below it. */
export function IconNote({ icon: Icon, children, tone, screenOnly = false }: IconNoteProps) {
  return (
    <div
      className={classes(styles.note, tone && styles[tone])}
      role={tone && roles[tone]}
      data-print={screenOnly ? 'hide' : undefined}
    >
      <Icon aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './mail-row.module.css';

interface MailRowProps {
  heading: 'h2' | 'h3';
  title: string;
  children: ReactNode;
}

/** A form row: label in the margin, controls beside it. */
export function MailRow({ heading: Heading, title, children }: MailRowProps) {
  return (
    <div className={styles.row}>
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

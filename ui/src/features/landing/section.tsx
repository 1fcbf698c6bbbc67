import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './section.module.css';

interface SectionProps {
  /** The target of the navigation bar's links. */
  id: string;
  title: string;
  note?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of the page under its heading, separated by a rule. */
export function Section({ id, title, note, className, children }: SectionProps) {
  const heading = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      <div className={classes(styles.content, className)}>{children}</div>
    </section>
  );
}

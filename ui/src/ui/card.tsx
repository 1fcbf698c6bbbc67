import type { ReactNode, Ref } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

interface CardProps {
  /** Names the page for tests and styles. */
  page: string;
  title?: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** `h1` where the card is the whole page, in whose middle it then stands. */
  heading?: 'h1' | 'h2';
  subtitle?: string;
  /** The label of the progress bar while it shows. */
  busy?: string | undefined;
  children?: ReactNode;
}

/** A card with one question; progress runs along its upper edge. */
export function Card({
  page,
  title,
  titleRef,
  heading: Heading = 'h2',
  subtitle,
  busy,
  children,
}: CardProps) {
  return (
    <section
      className={classes(styles.card, Heading === 'h1' && styles.alone)}
      data-page={page}
      aria-busy={busy !== undefined}
    >
      {busy !== undefined && (
        <div className={styles.progress} role="progressbar" aria-label={busy} />
      )}
      {title && (
        <Heading ref={titleRef} tabIndex={-1} className={styles.title}>
          {title}
        </Heading>
      )}
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      {children}
    </section>
  );
}

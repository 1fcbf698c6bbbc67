import type { ReactNode, Ref } from 'react';
import styles from './card.module.css';

interface CardProps {
  /** Names the page for tests and styles. */
  page: string;
  title?: string;
  titleRef?: Ref<HTMLHeadingElement>;
  subtitle?: string;
  /** The name of the progress, while there is some. */
  busy?: string | undefined;
  children?: ReactNode;
}

/** A small sheet with one question on it; progress runs along its upper edge. */
export function Card({ page, title, titleRef, subtitle, busy, children }: CardProps) {
  return (
    <section className={styles.card} data-page={page} aria-busy={busy !== undefined}>
      {busy !== undefined && (
        <div className={styles.progress} role="progressbar" aria-label={busy} />
      )}
      {title && (
        <h2 ref={titleRef} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
      )}
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      {children}
    </section>
  );
}

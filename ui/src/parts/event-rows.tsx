import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrinting } from '../hooks/use-printing.ts';
import { Folded } from '../ui/folded.tsx';
import styles from './event-rows.module.css';

/** Rows that a section shows at once. */
export const eventsAtFirst = 4;

interface EventRowsProps {
  title: string;
  rows: ReactNode[];
  /** How many rows are not folded away. */
  first: number;
}

/** A section of rows; those after the first ones are folded away. */
export function EventRows({ title, rows, first }: EventRowsProps) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  const id = useId();
  // What the reader has opened stays open when the month gets its first day.
  const [atFirst] = useState(first);
  const shown = isPrinting ? rows.length : atFirst;
  const rest = rows.slice(shown);
  const others = <ul className={styles.rows}>{rest}</ul>;
  if (shown === 0) {
    const heading = (
      <h2 id={id}>
        {title} <span className={styles.count}>({rest.length})</span>
      </h2>
    );
    return (
      <section aria-labelledby={id} className={styles.section}>
        <Folded summary={heading}>{others}</Folded>
      </section>
    );
  }
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.rows}>{rows.slice(0, shown)}</ul>
      {rest.length > 0 && (
        <Folded
          className={styles.more}
          summary={t(($) => $.dates.more_events, { count: rest.length })}
        >
          {others}
        </Folded>
      )}
    </section>
  );
}

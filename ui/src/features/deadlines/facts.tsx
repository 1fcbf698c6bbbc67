import type { ReactNode } from 'react';
import styles from './due-details.module.css';

/** Facts with their names, those that there are. */
export function Facts({ facts }: { facts: Array<[string, ReactNode]> }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, fact]) => fact)
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  );
}

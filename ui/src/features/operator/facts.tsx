import type { ReactNode } from 'react';
import styles from './operator.module.css';

/** Names with their values. */
export function Facts({ facts }: { facts: Array<{ name: string; value: ReactNode }> }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import styles from './spinner.module.css';

/** A loading indicator, where there is nothing else to show. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.place} role="progressbar" aria-label={label}>
      <span className={styles.ring} />
    </div>
  );
}

import styles from './mark.module.css';

/** The § and the name. */
export function Mark({ name }: { name: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.sign} aria-hidden="true">
        §
      </span>
      {name}
    </span>
  );
}

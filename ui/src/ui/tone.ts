import styles from './tone.module.css';

const tones = [styles.tone0, styles.tone1, styles.tone2, styles.tone3, styles.tone4, styles.tone5];

/** The class that sets `--tone` and `--tone-tint` to an importance's colours. */
export function toneClass(level: number): string | undefined {
  return tones[level] ?? tones[0];
}

import styles from './dots.module.css';

const steps = [1, 2, 3, 4, 5];

interface DotsProps {
  level: number;
  /** Omits the empty dots where space is short. */
  compact?: boolean;
}

/** Importance as a shape: as many of five dots as the level. */
export function Dots({ level, compact = false }: DotsProps) {
  const shown = compact ? steps.slice(0, level) : steps;
  const width = shown.length * 9.5 - 1.5;
  return (
    <svg className={styles.dots} viewBox={`0 0 ${width} 8`} width={width} aria-hidden="true">
      {shown.map((step) => (
        <circle
          key={step}
          className={step <= level ? styles.full : styles.empty}
          cx={step * 9.5 - 5.5}
          cy="4"
          r={step <= level ? 3.5 : 2.9}
        />
      ))}
    </svg>
  );
}

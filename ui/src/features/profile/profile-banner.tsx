import styles from './profile-banner.module.css';

const columns = [0, 1, 2, 3, 4, 5, 6];
const lines = [0, 1, 2, 3, 4];

/* Lines of uneven length, always the same. */
function lengthOf(column: number, line: number): number {
  return 58 - ((column * 7 + line * 13) % 5) * 6;
}

/** Gazette columns with one marked line. */
export function ProfileBanner() {
  return (
    <svg
      className={styles.banner}
      viewBox="0 0 680 132"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      {columns.flatMap((column) =>
        lines.map((line) => (
          <rect
            key={`${column} ${line}`}
            className={column === 4 && line === 2 ? styles.marked : styles.line}
            x={24 + column * 82}
            y={24 + line * 18}
            width={lengthOf(column, line)}
            height="5"
            rx="2.5"
          />
        )),
      )}
      <text className={styles.sign} x="628" y="104">
        §
      </text>
    </svg>
  );
}

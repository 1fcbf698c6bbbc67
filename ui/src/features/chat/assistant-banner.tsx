import styles from './assistant-banner.module.css';

const leftLines = [56, 70, 84, 98, 112];
const rightLines = [70, 84, 98, 112];

/** An open gazette with a question beside it, in theme colours. */
export function AssistantBanner({ label }: { label: string }) {
  return (
    <svg className={styles.banner} viewBox="0 0 680 180" role="img" aria-label={label}>
      <rect className={styles.ground} width="680" height="180" rx="10" />
      <path className={styles.page} d="M212 140V42c40-10 80-10 118 8v98c-38-18-78-18-118-8z" />
      <path className={styles.page} d="M448 140V42c-40-10-80-10-118 8v98c38-18 78-18 118-8z" />
      {leftLines.map((y, index) => (
        <path key={y} className={styles.line} d={`M230 ${y}q40-8 ${index === 4 ? 48 : 82} 4`} />
      ))}
      {rightLines.map((y, index) => (
        <path
          key={y}
          className={index === 1 ? styles.marked : styles.line}
          d={`M348 ${y + 2}q40-12 ${index === 3 ? 50 : 82}-4`}
        />
      ))}
      <text className={styles.sign} x="388" y="58" textAnchor="middle">
        §
      </text>
      <path
        className={styles.bubble}
        d="M486 34h84a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10h-60l-18 15v-15h-6a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10z"
      />
      <text className={styles.question} x="528" y="75" textAnchor="middle">
        ?
      </text>
      <path className={styles.desk} d="M150 156h380" />
    </svg>
  );
}

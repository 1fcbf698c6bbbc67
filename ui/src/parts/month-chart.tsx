import { scaleBand, scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth, formatNumber } from '../i18n/format.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { above } from '../ui/layout.ts';
import { toneClass } from '../ui/tone.ts';
import styles from './month-chart.module.css';

interface MonthChartProps {
  year: number;
  /** For each month, the number of articles of each importance, from 1 to 5. */
  months: number[][];
}

const height = 180;
const baseline = 156;
/* Grid lines at about these many values. */
const tickCount = 3;

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The articles of each month as bars in the colours of importance, and the same as a table. */
export function MonthChart({ year, months }: MonthChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const most = Math.max(1, ...months.map(sum));
  const x = scaleBand<number>()
    .domain(months.map((_, month) => month))
    .range([8, 100])
    .paddingInner(0.3);
  const y = scaleLinear().domain([0, most]).nice(tickCount).range([baseline, 12]);
  const whole = y.ticks(tickCount).filter(Number.isInteger);

  return (
    <figure className={above(5)} aria-labelledby={id}>
      <figcaption id={id} className={styles.caption}>
        {t(($) => $.insights.by_month, { year })}
      </figcaption>
      <svg className={styles.chart} width="100%" height={height} aria-hidden="true">
        {whole.map((value) => (
          <g key={value} className={styles.grid}>
            <line x1="8%" x2="100%" y1={y(value)} y2={y(value)} />
            <text x="6.5%" y={y(value)} textAnchor="end" dominantBaseline="middle">
              {formatNumber(value, language)}
            </text>
          </g>
        ))}
        {months.map((counts, month) => {
          const center = (x(month) ?? 0) + x.bandwidth() / 2;
          const name = formatMonth(year, month, language, 'short');
          return (
            <g key={name}>
              <Bar counts={counts} left={x(month) ?? 0} width={x.bandwidth()} y={y} />
              <text x={`${center}%`} y={height - 6} textAnchor="middle">
                <tspan className={styles.long}>{name}</tspan>
                <tspan className={styles.narrow}>
                  {formatMonth(year, month, language, 'narrow')}
                </tspan>
              </text>
            </g>
          );
        })}
      </svg>
      <MonthTable year={year} months={months} />
    </figure>
  );
}

interface BarProps {
  counts: number[];
  /** In percent of the chart's width, as is `width`. */
  left: number;
  width: number;
  y: (value: number) => number;
}

/** One month; the most important articles stand at the bottom. */
function Bar({ counts, left, width, y }: BarProps) {
  return [5, 4, 3, 2, 1].map((level) => {
    const below = sum(counts.slice(level));
    const count = counts[level - 1] ?? 0;
    if (count === 0) return null;
    const top = y(below + count);
    return (
      <rect
        key={level}
        className={classes(styles.part, toneClass(level))}
        x={`${left}%`}
        width={`${width}%`}
        y={top}
        height={y(below) - top}
      />
    );
  });
}

function MonthTable({ year, months }: MonthChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance();
  const levels = [5, 4, 3, 2, 1];
  return (
    <details className={styles.table}>
      <summary>{t(($) => $.insights.as_table)}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.insights.month)}</th>
              {levels.map((level) => (
                <th key={level} scope="col">
                  {importance(level).word}
                </th>
              ))}
              <th scope="col">{t(($) => $.insights.all)}</th>
            </tr>
          </thead>
          <tbody>
            {months.map((counts, month) => {
              const name = formatMonth(year, month, language, 'long');
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {levels.map((level) => (
                    <td key={level}>{formatNumber(counts[level - 1] ?? 0, language)}</td>
                  ))}
                  <td>{formatNumber(sum(counts), language)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}

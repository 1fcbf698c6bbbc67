import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Headline, Insights } from '../api/types.ts';
import { formatList, formatMonth, formatNumber } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { readYear } from '../paths.ts';
import { SelectField } from '../ui/select-field.tsx';
import { HeadlineList } from './headline-list.tsx';
import { MonthChart } from './month-chart.tsx';
import styles from './year-review.module.css';

/** The year in the address, if it has one. */
export function useChosenYear(): number | undefined {
  return readYear(useSearchParams()[0]);
}

interface YearReviewProps {
  insights: Insights;
  /** With fewer months that have articles, a sentence says what the bars would. */
  fewestBars?: number;
  /** Stands between the chart and the lists. */
  children?: ReactNode;
}

/* Months whose articles are shown at first. */
const openMonths = 3;

/** A year in figures: a chart of its months, its most important articles, and all month by month. */
export function YearReview({ insights, fewestBars = 1, children }: YearReviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { year, total, months, important, timeline } = insights;
  return (
    <section aria-labelledby={id} className={styles.review}>
      <div className={styles.head}>
        <h2 id={id}>{t(($) => $.insights.changed, { year })}</h2>
        <YearChoice insights={insights} />
      </div>
      {total === 0 ? (
        <p>{t(($) => $.insights.none, { year })}</p>
      ) : (
        <>
          {months.filter(sum).length < fewestBars ? (
            <FewMonths year={year} months={months} />
          ) : (
            <MonthChart year={year} months={months} />
          )}
          {children}
          {important.length < total && (
            <>
              <h3>{t(($) => $.insights.important)}</h3>
              <HeadlineList headlines={important} />
            </>
          )}
          <h3>{t(($) => $.insights.timeline)}</h3>
          {timeline.length < total && (
            <p className={styles.note}>
              {t(($) => $.insights.newest_of, {
                shown: formatNumber(timeline.length, language),
                total: formatNumber(total, language),
              })}
            </p>
          )}
          {byMonth(timeline).map(({ month, headlines }, index) => (
            <details key={month} className={styles.month} open={index < openMonths}>
              <summary>
                {formatMonth(year, month, language, 'long')}{' '}
                <span className={styles.count}>{formatNumber(headlines.length, language)}</span>
              </summary>
              <HeadlineList headlines={headlines} />
            </details>
          ))}
        </>
      )}
    </section>
  );
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The months that have articles, in one sentence: "5 changes: 2 in January, 3 in February". */
function FewMonths({ year, months }: Pick<Insights, 'year' | 'months'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = sum(months.map(sum));
  const shown = months
    .map((counts, month) => ({
      of: sum(counts),
      month: formatMonth(year, month, language, 'long'),
    }))
    .filter(({ of }) => of > 0);
  const [first, ...others] = shown;
  if (first && others.length === 0) {
    return <p>{t(($) => $.insights.one_month, { count, month: first.month })}</p>;
  }
  const named = shown.map(({ of, month }) =>
    t(($) => $.insights.in_month, { number: formatNumber(of, language), month }),
  );
  return <p>{t(($) => $.insights.few_months, { count, months: formatList(named, language) })}</p>;
}

function YearChoice({ insights: { year, years } }: { insights: Insights }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const all = years.includes(year) ? years : [year, ...years];
  if (all.length < 2) return null;
  return (
    <SelectField
      label={t(($) => $.insights.year)}
      value={year}
      options={all.map((value) => ({ value, label: String(value) }))}
      onChoose={(value) => {
        params.set('year', String(value));
        setParams(params, { replace: true, preventScrollReset: true });
      }}
    />
  );
}

/** Newest month first, as the headlines are. */
function byMonth(headlines: Headline[]): Array<{ month: number; headlines: Headline[] }> {
  const groups = new Map<number, Headline[]>();
  for (const headline of headlines) {
    const month = Number(headline.publish_date.slice(5, 7)) - 1;
    groups.set(month, [...(groups.get(month) ?? []), headline]);
  }
  return [...groups].map(([month, group]) => ({ month, headlines: group }));
}

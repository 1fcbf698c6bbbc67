import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { YearCoverage } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { formatDate, formatMoment, formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { muted } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { further } from '../../ui/sections.ts';
import styles from './coverage-screen.module.css';
import { MonthCalendar } from './month-calendar.tsx';

/** Which issues of the gazette were seen, by year, and which are missing and since when. */
export function CoverageScreen() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = t(($) => $.pages.coverage.title);
  const heading = usePage(title);
  const query = useQuery(queries.coverage());
  return (
    <div className={styles.screen}>
      <PageHeading headingRef={heading} lead={t(($) => $.pages.coverage.lead)}>
        {title}
      </PageHeading>
      <MonthCalendar />
      <Loaded query={query} failed={t(($) => $.pages.coverage.failed)}>
        {(data) => <Years years={data} />}
      </Loaded>
      <p className={further}>
        <Link to={to.screen('insights')}>{t(($) => $.insights.title)}</Link>
      </p>
    </div>
  );
}

function Years({ years }: { years: YearCoverage[] }) {
  const { t } = useTranslation();
  if (years.length === 0) {
    return (
      <EmptyState icon={Newspaper} title={t(($) => $.pages.coverage.none)}>
        {t(($) => $.pages.coverage.none_text)}
      </EmptyState>
    );
  }
  return (
    <>
      {years.map((year) => (
        <Year key={`${year.part} ${year.year}`} year={year} />
      ))}
      <section className={styles.how}>
        <h2>{t(($) => $.pages.coverage.how_title)}</h2>
        <p>{t(($) => $.pages.coverage.how)}</p>
      </section>
    </>
  );
}

function Year({ year }: { year: YearCoverage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { part, first, last, last_date, seen, read, incomplete, missing, gaps } = year;
  const id = `year-${year.year}-${part}`;
  const facts: Array<[string, string]> = [
    [t(($) => $.pages.coverage.seen), formatNumber(seen, language)],
    [t(($) => $.pages.coverage.read), formatNumber(read, language)],
    [t(($) => $.pages.coverage.missing), formatNumber(missing, language)],
    [t(($) => $.pages.coverage.last), t(($) => $.pages.coverage.number, { last })],
    [t(($) => $.pages.coverage.last_date), formatDate(last_date, language)],
  ];
  return (
    <section className={styles.year} aria-labelledby={id}>
      <h2 id={id}>{t(($) => $.pages.coverage.year, { year: year.year, part })}</h2>
      <Facts className={styles.facts} facts={facts} />
      {missing === 0 && year.waiting.length === 0 && (
        <p className={styles.complete}>
          <CircleCheck aria-hidden="true" />
          {first === last
            ? t(($) => $.pages.coverage.single)
            : t(($) => $.pages.coverage.complete, { first, last })}
        </p>
      )}
      {missing > 0 && <Gaps year={year} shown={gaps.length} />}
      {year.waiting.length > 0 && <Waiting year={year} />}
      {incomplete > 0 && <p>{t(($) => $.pages.coverage.incomplete, { count: incomplete })}</p>}
    </section>
  );
}

function Gaps({ year, shown }: { year: YearCoverage; shown: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const listed = year.gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const more = year.missing - listed;
  return (
    <details className={styles.gaps} open={shown <= 12}>
      <summary>{t(($) => $.pages.coverage.gaps)}</summary>
      <ul>
        {year.gaps.map(({ from, to, until }) => (
          <li key={from}>
            <span className={styles.numbers}>
              {from === to
                ? t(($) => $.pages.coverage.one_number, { from })
                : t(($) => $.pages.coverage.numbers, { from, to })}
            </span>
            <span className={muted}>
              {t(($) => $.pages.coverage.since)}{' '}
              <time dateTime={until}>{formatDate(until, language)}</time>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t(($) => $.pages.coverage.more, { number: more })}</p>}
    </details>
  );
}

/** The files that the gazette announced and that could not be read yet. */
function Waiting({ year }: { year: YearCoverage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const more = year.announced - year.waiting.length;
  return (
    <details className={styles.gaps} open={year.waiting.length <= 12}>
      <summary>{t(($) => $.pages.coverage.announced)}</summary>
      <ul>
        {year.waiting.map(({ number, supplement, since }) => (
          <li key={`${number} ${supplement}`}>
            <span className={styles.numbers}>
              {supplement
                ? t(($) => $.pages.coverage.supplement, { number, supplement })
                : t(($) => $.pages.coverage.one_number, { from: number })}
            </span>
            <span className={muted}>
              {t(($) => $.pages.coverage.waiting_since)}{' '}
              <time dateTime={since}>{formatMoment(since, language)}</time>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t(($) => $.pages.coverage.more, { number: more })}</p>}
    </details>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../api/types.ts';
import { byDay, type DateLine } from '../hooks/date-lines.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import styles from './date-lines.module.css';
import { DayBlock } from './day-block.tsx';
import { sentenceCase } from './sentence-case.ts';
import { TimeLeft } from './time-left.tsx';

interface DateLinesProps {
  lines: DateLine[];
  /** For the titles of articles. */
  articles: ArticleSummary[] | undefined;
  today: string;
}

/** What is due, one row for each day. */
export function DateLines({ lines, articles, today }: DateLinesProps) {
  return (
    <ul className={styles.days}>
      {byDay(lines).map(({ date, lines: ofDay }) => (
        <li key={date} className={styles.day}>
          <DayBlock date={date} today={today} small />
          <ul className={styles.lines}>
            {ofDay.map((line) => (
              <li key={line.key}>
                <Line line={line} articles={articles} />
              </li>
            ))}
          </ul>
          <TimeLeft date={date} today={today} />
        </li>
      ))}
    </ul>
  );
}

function Line({ line, articles }: { line: DateLine; articles: ArticleSummary[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { form, what, duties, articles: slugs, event } = line;
  const [slug] = slugs;
  const titled = (one: string) => articles?.find((article) => article.slug === one);
  const lang = duties.length === 0 && slug ? titled(slug)?.lang : undefined;
  const words = (
    <>
      {form && <span className={styles.form}>{form}</span>} <KeptWords text={named(what)} />
    </>
  );
  return (
    <>
      <p className={styles.what} lang={lang}>
        {duties.length === 0 && slug ? <Link to={to.article(slug)}>{words}</Link> : words}
      </p>
      {event && <p className={styles.only}>{sentenceCase(event[language])}</p>}
      {duties.length > 0 &&
        slugs.map((one) => (
          <p key={one} className={styles.source}>
            <Link to={to.article(one)} lang={titled(one)?.lang}>
              {titled(one)?.title ?? t(($) => $.concerns.article)}
            </Link>
          </p>
        ))}
    </>
  );
}

function named(what: string[]): string {
  return what.map((text, at) => (at === 0 ? sentenceCase(text) : text)).join('; ');
}

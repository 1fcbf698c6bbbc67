import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../api/types.ts';
import { byDay, type DateLine } from '../hooks/date-lines.ts';
import { isLineDone } from '../hooks/done-lines.ts';
import { useAllDone } from '../hooks/done-steps.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { ConditionalLines } from './conditional-lines.tsx';
import styles from './date-lines.module.css';
import { DayBlock } from './day-block.tsx';
import { DayOff } from './day-off.tsx';
import { LineTick } from './line-tick.tsx';
import { lineWords } from './line-words.ts';
import { sentenceCase } from './sentence-case.ts';
import { TimeLeft } from './time-left.tsx';
import { useDueWords } from './use-due-words.ts';

interface DateLinesProps {
  lines: DateLine[];
  /** For the titles of articles. */
  articles: ArticleSummary[] | undefined;
  today: string;
  /** Whether lines can be ticked off; what is due only if something happens then stands apart. */
  canTick?: boolean;
  /** The names of the profiles, at the places that lines name. */
  names?: readonly string[] | undefined;
}

/** What is due, one row for each day. */
export function DateLines({ lines, articles, today, canTick = false, names }: DateLinesProps) {
  const shown = (line: DateLine) => <Line line={line} articles={articles} names={names} />;
  return (
    <ul className={styles.days}>
      {byDay(lines).map(({ date, lines: ofDay }) => {
        const certain = canTick ? ofDay.filter(({ kind }) => kind !== 'event') : ofDay;
        const conditional = canTick ? ofDay.filter(({ kind }) => kind === 'event') : [];
        return (
          <li key={date} className={styles.day}>
            <div className={styles.when}>
              <DayBlock date={date} today={today} />
              <TimeLeft date={date} today={today} />
            </div>
            <div className={styles.lines}>
              {certain.length > 0 && (
                <ul className={styles.lines}>
                  {certain.map((line) => (
                    <li key={line.key} className={styles.line}>
                      {shown(line)}
                      {canTick && <LineTick line={line} />}
                    </li>
                  ))}
                </ul>
              )}
              <Advice lines={ofDay} />
              {conditional.length > 0 && (
                <ConditionalLines lines={conditional}>
                  {(line) => <OnlyIf line={line} articles={articles} names={names} />}
                </ConditionalLines>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/* On a day off, once for all its lines. */
function Advice({ lines }: { lines: DateLine[] }) {
  const fileBy = lines.find((line) => line.fileBy)?.fileBy;
  return (
    fileBy && (
      <p className={styles.source}>
        <DayOff fileBy={fileBy} />
      </p>
    )
  );
}

type LineProps = Pick<DateLinesProps, 'articles' | 'names'> & { line: DateLine };

const titled = (articles: LineProps['articles'], slug: string) =>
  articles?.find((article) => article.slug === slug);

const whoseOf = ({ profiles }: DateLine, names: readonly string[] = []) =>
  profiles.flatMap((place) => names[place] ?? []).join(', ');

/** A line; of a duty, it opens the articles about it. */
function Line({ line, articles, names }: LineProps) {
  const to = useAppPaths();
  const language = useLanguage();
  const done = useAllDone();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const condition = useDueWords()(line);
  const { form, duties, articles: slugs } = line;
  const whose = whoseOf(line, names);
  const [slug] = slugs;
  const lang = duties.length === 0 && slug ? titled(articles, slug)?.lang : undefined;
  const words = (
    <>
      {form && <span className={styles.form}>{form}</span>}{' '}
      <KeptWords text={lineWords(line, language)} />
    </>
  );
  return (
    <div>
      {whose && <p className={styles.source}>{whose}</p>}
      <p className={classes(styles.what, isLineDone(line, done) && styles.done)} lang={lang}>
        {!slug ? (
          words
        ) : duties.length === 0 ? (
          <Link to={to.article(slug)}>{words}</Link>
        ) : (
          <button
            type="button"
            className={styles.open}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {words}
          </button>
        )}
      </p>
      {condition && <p className={styles.only}>{condition}</p>}
      {isOpen && (
        <div id={id}>
          <Sources line={line} articles={articles} />
        </div>
      )}
    </div>
  );
}

/** On which event a line depends, and the articles about it. */
function OnlyIf({ line, articles, names }: LineProps) {
  const language = useLanguage();
  const whose = whoseOf(line, names);
  return (
    <>
      {whose && <p className={styles.source}>{whose}</p>}
      {line.event && <p className={styles.source}>{sentenceCase(line.event[language])}</p>}
      <Sources line={line} articles={articles} />
    </>
  );
}

/** The articles about a line. */
function Sources({ line: { articles: slugs }, articles }: LineProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <>
      {slugs.map((slug) => (
        <p key={slug} className={styles.source}>
          <Link to={to.article(slug)} lang={titled(articles, slug)?.lang}>
            {titled(articles, slug)?.title ?? t(($) => $.concerns.article)}
          </Link>
        </p>
      ))}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConcernReport, Duty } from '../../api/types.ts';
import { ownWhat } from '../../hooks/own-what.ts';
import type { Undated } from '../../hooks/undated.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { EventRow } from '../../parts/event-row.tsx';
import { EventRows } from '../../parts/event-rows.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { plain } from '../../ui/layout.ts';
import { textLink } from '../../ui/text-button.tsx';
import styles from './if-it-happens.module.css';

const mostEvents = 4;

interface IfItHappensProps {
  duties: Undated;
  report: ConcernReport;
  /** The names of the reader's profiles, if there are several. */
  names: readonly string[];
}

/** What the reader has to do once something happens, and what has no fixed day. */
export function IfItHappens({ duties: { events, others }, ...rest }: IfItHappensProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const rowsOf = (duties: Duty[]) =>
    duties.map((duty) => (
      <li key={duty.id}>
        <EventRow duty={duty}>
          <Facts duty={duty} {...rest} />
        </EventRow>
      </li>
    ));
  return (
    <>
      {events.length > 0 && (
        <section className="group" aria-labelledby="if-it-happens">
          <h2 id="if-it-happens" className="group-name">
            {t(($) => $.dates.if_it_happens)}
          </h2>
          <ul className={classes(plain, styles.events)}>{rowsOf(events.slice(0, mostEvents))}</ul>
          {events.length > mostEvents && (
            <p className={styles.more}>
              <Link className={textLink} to={to.deadlines({ tab: 'mine' })}>
                {t(($) => $.home.more_events, { count: events.length - mostEvents })}
              </Link>
            </p>
          )}
        </section>
      )}
      {others.length > 0 && (
        <div className={styles.undated}>
          <EventRows title={t(($) => $.dates.without_day)} rows={rowsOf(others)} first={0} />
        </div>
      )}
    </>
  );
}

/** On what a duty depends, and the articles about it. */
function Facts({ duty, report, names }: Omit<IfItHappensProps, 'duties'> & { duty: Duty }) {
  const language = useLanguage();
  const to = useAppPaths();
  const { event, profile = -1 } = report.duties[duty.id] ?? {};
  const words = [names[profile], event && sentenceCase(event[language])].filter(Boolean);
  return (
    <>
      {words.length > 0 && <p>{words.join(' · ')}</p>}
      {!event && <p>{ownWhat(duty, report, language).what}</p>}
      {duty.articles.map(({ slug, title, lang }) => (
        <p key={slug} lang={lang}>
          <Link to={to.article(slug)}>{title}</Link>
        </p>
      ))}
    </>
  );
}

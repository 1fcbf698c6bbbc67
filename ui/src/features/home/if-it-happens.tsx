import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConcernReport } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useDutiesQuery } from '../../hooks/use-duties-query.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { EventRow } from '../../parts/event-row.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import styles from './if-it-happens.module.css';

const most = 4;

interface IfItHappensProps {
  report: ConcernReport;
  /** The names of the reader's profiles, if there are several. */
  names: readonly string[];
}

/** What the reader has to do once something happens: the event, and the term that it begins. */
export function IfItHappens({ report, names }: IfItHappensProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { data: duties = [] } = useQuery(useDutiesQuery());
  const mine = duties.flatMap((duty) => {
    const { answer, event, profile = -1 } = report.duties[duty.id] ?? {};
    if (answer !== 'yes' || !event || duty.days.length > 0) return [];
    return [{ duty, event, whose: names[profile] }];
  });
  if (mine.length === 0) return null;
  return (
    <section className="group" aria-labelledby="if-it-happens">
      <h2 id="if-it-happens" className="group-name">
        {t(($) => $.home.if_it_happens)}
      </h2>
      <ul className={styles.events}>
        {mine.slice(0, most).map(({ duty, event, whose }) => (
          <li key={duty.id}>
            <EventRow duty={duty}>
              <p>
                {whose && `${whose} · `}
                {sentenceCase(event[language])}
              </p>
              {duty.articles.map(({ slug, title, lang }) => (
                <p key={slug} lang={lang}>
                  <Link to={to.article(slug)}>{title}</Link>
                </p>
              ))}
            </EventRow>
          </li>
        ))}
      </ul>
      {mine.length > most && (
        <p className={styles.more}>
          <Link to={to.deadlines({ tab: 'mine' })}>
            {t(($) => $.home.more_events, { count: mine.length - most })}
          </Link>
        </p>
      )}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import type { ActPage, ActHistory as History } from '../../api/types.ts';
import { formatDay } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActLink } from '../../parts/act-link.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { classes } from '../../ui/classes.ts';
import { above, plain } from '../../ui/layout.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './act-history.module.css';
import { ActSection } from './act-lists.tsx';
import { HistoryChoice, type HistoryTab, inYear } from './history-choice.tsx';
import { ArticleLinks, ChangesOfAct } from './history-entry.tsx';
import { useMine } from './use-mine.ts';

/** How much of the act changed since when, by how many acts, and the day of the newest change. */
export function HistorySummary({ id }: { id: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(queries.actHistory(id, language));
  const days = data?.entries.map(({ day }) => day).filter((day) => day !== undefined) ?? [];
  const oldest = days.at(-1);
  if (!data?.latest || !oldest) return null;
  const areLaws = data.entries.every(({ act }) => act?.type === 'LEGE');
  const acts = areLaws
    ? t(($) => $.act.history.laws, { count: data.acts })
    : t(($) => $.act.history.acts, { count: data.acts });
  return (
    <p className={above(3)}>
      {t(($) => $.act.history.since, { count: data.changes, year: oldest.slice(0, 4), acts })}{' '}
      <strong>{t(($) => $.act.history.latest, { date: formatDay(data.latest, language) })}</strong>
    </p>
  );
}

interface ActHistoryProps {
  page: ActPage;
  id: string;
}

/** What changed in the act, newest first; what has not been read is said before it. */
export function ActHistory({ page, id }: ActHistoryProps) {
  const { t } = useTranslation();
  const query = useQuery(queries.actHistory(id, useLanguage()));
  if (query.data) return <Shown history={query.data} page={page} id={id} />;
  if (query.isError) {
    return <FailureNotice title={t(($) => $.act.changes_failed)} onRetry={() => query.refetch()} />;
  }
  return (
    <p className="amendment-words">
      <span className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </span>
      <Skeleton />
      <Skeleton shape="short" />
    </p>
  );
}

function Shown({ history, page, id }: ActHistoryProps & { history: History }) {
  const { t } = useTranslation();
  const mine = useMine(page.act.id ?? id);
  const [tab, setTab] = useState<HistoryTab>('all');
  const [year, setYear] = useState<number>();
  const { entries, unread } = history;
  const ofYear = entries.filter(inYear(year));
  const onlyMine = tab === 'mine' && mine.isKnown;
  const shown = onlyMine ? ofYear.filter(mine.entry) : ofYear;
  return (
    <>
      <Unread unread={unread} />
      {entries.length > 0 && (
        <ActSection name="changes" title={t(($) => $.act.changes)}>
          <HistoryChoice
            entries={entries}
            mine={mine}
            tab={tab}
            onTab={setTab}
            year={year}
            onYear={setYear}
          />
          {shown.length === 0 && (
            <p className={styles.detail}>{t(($) => $.act.history.none_mine)}</p>
          )}
          <ol className={classes(plain, above(3))}>
            {shown.map((entry, index) => (
              <ChangesOfAct
                key={`${entry.day ?? ''} ${entry.act?.citation ?? ''} ${tab}`}
                entry={entry}
                page={page}
                mine={mine}
                onlyMine={onlyMine}
                isFirst={index === 0}
              />
            ))}
          </ol>
        </ActSection>
      )}
    </>
  );
}

function Unread({ unread }: { unread: History['unread'] }) {
  const { t } = useTranslation();
  if (unread.length === 0) return null;
  return (
    <div className={styles.unread}>
      <CircleQuestionMark aria-hidden="true" />
      <div>
        {unread.map(({ act, articles }) => (
          <p key={act.citation}>
            <ActLink act={act} /> {t(($) => $.act.history.unread)}{' '}
            {t(($) => $.act.history.our_articles, { count: articles.length })}{' '}
            <ArticleLinks headlines={articles} />
          </p>
        ))}
      </div>
    </div>
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { type Interest, isMine, passes } from '../../hooks/interest.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { ByAnswers } from '../../parts/by-answers.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import type { HomeTab } from '../../paths.ts';
import { Arrivals } from './arrivals.tsx';
import { AskLine } from './ask-line.tsx';
import { ByItself } from './by-itself.tsx';
import { ChangeGroups } from './change-groups.tsx';
import { changesOf, type Dated, dutiesOf, headlineOf } from './duties.ts';
import { DutiesBox, DutiesPlace } from './duties-box.tsx';
import { Followed } from './followed.tsx';
import { groupsOf } from './groups.ts';
import styles from './home-body.module.css';
import { HomeHeading } from './home-heading.tsx';
import { ListSummary } from './list-summary.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ReaderDates } from './reader-dates.tsx';
import { readerHeadline } from './reader-headline.ts';
import { RoleTiles } from './role-tiles.tsx';
import type { Filters } from './use-home-filters.ts';
import type { useHomeList } from './use-home-list.ts';
import { useReasonWords } from './use-reason-words.ts';

export interface HomeBodyProps {
  home: Filters;
  /** What stands in place of greeting and headline, for readers of whom nothing is known yet. */
  head: ReactNode;
  tab: HomeTab;
  list: ReturnType<typeof useHomeList>;
  interest: Interest | undefined;
  concerns: Concerns;
  topics: Topic[];
  /** Ids of the topics that the reader follows or the visitor has chosen. */
  chosen: string[];
  /** The articles of the tab, and those of them that pass the filters; `undefined` while unknown. */
  inTab: ArticleSummary[] | undefined;
  shown: ArticleSummary[] | undefined;
  visitor: boolean;
  onChoose: (topics: string[], on: boolean) => void;
}

/** Everything below the tabs, for one tab and its filters. */
export function HomeBody(props: HomeBodyProps) {
  const { home, head, tab, list, interest, topics, chosen, shown, visitor, onChoose } = props;
  const { concerns } = props;
  const byAnswers = tab === 'mine' && concerns.answered;
  const { t } = useTranslation();
  const to = useAppPaths();
  const place = to.home(home.filters);
  const from = useMemo(() => ({ home: place }), [place]);
  const today = todayInBucharest();
  const report = byAnswers ? concerns.report : undefined;
  const reasonOf = useReasonWords(tab === 'mine' ? interest : undefined, topics, visitor, report);
  const lines = useDateLines(report);

  const everybody = tab === 'all' && (visitor || Boolean(head));
  const { duties, headline } = useDuties(shown, everybody, today);
  const waiting = list.arrivals.held.filter(
    (article) =>
      passes(article, home.filters) &&
      (tab === 'all' || (interest && isMine(article, interest, report))),
  );
  const found = list.query.isPlaceholderData ? undefined : shown?.length;

  /* A tap on a role leads to the reader's own tab, or back when nothing is left. */
  function chooseRole(ids: string[], on: boolean) {
    onChoose(ids, on);
    const left = on || chosen.some((id) => !ids.includes(id));
    home.change({ tab: left ? 'mine' : 'all' });
  }

  return (
    <>
      {head || (
        <HomeHeading
          headline={
            everybody
              ? t(($) => $.feed.choose_here)
              : byAnswers
                ? report && lines && readerHeadline(report, lines, today)
                : shown && headline
          }
        />
      )}
      <Answers
        concerns={concerns}
        visitor={visitor}
        tiles={<RoleTiles topics={topics} chosen={chosen} onChoose={chooseRole} />}
      />
      <Arrivals waiting={waiting.length} onShow={list.arrivals.show} />
      {byAnswers && report ? (
        <ReaderDates lines={lines ?? []} articles={props.list.articles} today={today} />
      ) : shown ? (
        <DutiesBox
          duties={duties}
          counted={headline.count}
          everybody={everybody}
          today={today}
          from={from}
        />
      ) : (
        !list.query.isError && <DutiesPlace />
      )}
      <div className="home-columns">
        <div className="home-list">
          {shown && <ListSummary home={home} count={found} />}
          <Changes {...props} today={today} from={from} reasonOf={reasonOf} />
        </div>
        <aside className="home-aside">
          {shown && shown.length > 0 && (
            <ByItself changes={changesOf(shown, today)} today={today} from={from} />
          )}
          {!visitor && interest && topics.length > 0 && (
            <Followed topics={topics} chosen={chosen} onChoose={onChoose} />
          )}
        </aside>
      </div>
    </>
  );
}

interface AnswersProps {
  concerns: Concerns;
  visitor: boolean;
  /** What a visitor without answers chooses instead. */
  tiles: ReactNode;
}

/** What the reader's answers make of Home, or the way to the questions. */
function Answers({ concerns, visitor, tiles }: AnswersProps) {
  if (concerns.answered) return <ByAnswers concerns={concerns} />;
  return visitor ? tiles : <AskLine />;
}

/* The duties of the box, and what is still to do of them. */
function useDuties(shown: ArticleSummary[] | undefined, everybody: boolean, today: string) {
  // What is ticked off now keeps its place until the reader leaves.
  const done = useAllDone();
  const [doneBefore, setDoneBefore] = useState(done);
  if (doneBefore === undefined && done !== undefined) setDoneBefore(done);
  const all = dutiesOf(shown ?? [], today);
  const duties = everybody ? all : all.filter((duty) => !isDone(duty, doneBefore));
  const left = duties.filter((duty) => !isDone(duty, done));
  return { duties, headline: headlineOf(left, today) };
}

function isDone({ article, id }: Dated, done: ReturnType<typeof useAllDone>): boolean {
  return done?.[article.slug]?.includes(id) ?? false;
}

interface ChangesProps extends HomeBodyProps {
  today: string;
  from: { home: string };
  reasonOf: (article: ArticleSummary) => string | undefined;
}

/** The groups of cards, or what stands in their place. */
function Changes({ list, interest, shown, today, from, reasonOf, ...rest }: ChangesProps) {
  const { query, arrivals } = list;
  if (!shown && !query.isError && query.fetchStatus !== 'paused') return <CardSkeletons />;
  const isSettled = shown && !query.isPlaceholderData;
  if (!shown || (isSettled ? shown.length === 0 : query.fetchStatus === 'paused')) {
    return (
      <div className={styles.notice}>
        {query.fetchStatus === 'paused' && !isSettled ? (
          <OfflineNotice />
        ) : shown ? (
          <NothingFound home={rest.home} tab={rest.tab} />
        ) : (
          <Failure onRetry={() => query.refetch()} />
        )}
      </div>
    );
  }
  const isNew = (slug: string) =>
    arrivals.accepted.has(slug) || (interest?.notified.includes(slug) ?? false);
  const groups = groupsOf(shown, isNew, today);
  const nothingElse = groups.fresh.length + groups.ahead.length === 0;
  return (
    <div aria-busy={query.isPlaceholderData} className={styles.groups}>
      <ChangeGroups
        // Another list begins with its first cards.
        key={`${rest.tab} ${JSON.stringify(rest.home.filters)}`}
        groups={groups}
        today={today}
        from={from}
        reasonOf={reasonOf}
        unfolded={nothingElse || rest.home.narrowed > 0}
      />
    </div>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FailureNotice
      title={t(($) => $.home.server_issue)}
      text={t(($) => $.home.failed_next)}
      onRetry={onRetry}
    />
  );
}

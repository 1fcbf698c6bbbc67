import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { type Interest, isMine, passes } from '../../hooks/interest.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import type { HomeTab } from '../../paths.ts';
import { above } from '../../ui/layout.ts';
import { Arrivals } from './arrivals.tsx';
import { AskBox } from './ask-box.tsx';
import { ByItself } from './by-itself.tsx';
import { ChangeGroups } from './change-groups.tsx';
import { ChangedForYou } from './changed-for-you.tsx';
import { changesOf, type Dated, dutiesOf, nearOf } from './duties.ts';
import { DutiesBox, DutiesPlace } from './duties-box.tsx';
import { Followed } from './followed.tsx';
import { groupsOf } from './groups.ts';
import styles from './home-body.module.css';
import { HomeHeading } from './home-heading.tsx';
import { ListSummary } from './list-summary.tsx';
import { MySteps } from './my-steps.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OwnAnswer } from './own-answer.tsx';
import { ProfileLine } from './profile-line.tsx';
import { RoleTiles } from './role-tiles.tsx';
import { useHomeAnswer } from './use-home-answer.ts';
import type { Filters } from './use-home-filters.ts';
import type { useHomeList } from './use-home-list.ts';
import { useReasonWords } from './use-reason-words.ts';

interface HomeBodyProps {
  home: Filters;
  tab: HomeTab;
  list: ReturnType<typeof useHomeList>;
  interest: Interest | undefined;
  concerns: Concerns;
  topics: Topic[];
  /** The names of all follows of the reader, or the ids of the topics that the visitor has chosen; newest first. */
  chosen: string[];
  /** The articles of the tab that pass the filters; `undefined` while unknown. */
  shown: ArticleSummary[] | undefined;
  visitor: boolean;
  onChoose: (topics: string[], on: boolean) => void;
}

/** Everything below the tabs, for one tab and its filters. */
export function HomeBody(props: HomeBodyProps) {
  const { home, tab, list, interest, concerns, topics, chosen, shown, visitor, onChoose } = props;
  const { answered, report } = concerns;
  const names = concerns.profiles.length > 1 ? concerns.profiles.map(({ name }) => name) : [];
  const to = useAppPaths();
  const place = to.home(home.filters);
  const from = useMemo(() => ({ home: place }), [place]);
  const today = todayInBucharest();
  const byAnswers = tab === 'mine' ? report : undefined;
  const reasonOf = useReasonWords(
    tab === 'mine' ? interest : undefined,
    topics,
    visitor,
    byAnswers && concerns,
  );
  const answer = useHomeAnswer({ concerns, visitor, today });
  const waiting = list.arrivals.held.filter(
    (article) =>
      passes(article, home.filters) &&
      (tab === 'all' || (interest && isMine(article, interest, byAnswers))),
  );
  const found = list.query.isPlaceholderData ? undefined : shown?.length;
  // After the first press the roles stay until the reader leaves, so that a second one can be pressed.
  const [isChoosing, setChoosing] = useState(false);

  return (
    <>
      <HomeHeading answer={answer} answered={answered} />
      {(!answered || isChoosing) && (
        <RoleTiles
          topics={topics}
          chosen={chosen}
          onTopic={(topic, on) => {
            setChoosing(true);
            onChoose([topic], on);
            if (on) home.change({ tab: 'mine' });
          }}
          onRole={(on) => {
            setChoosing(true);
            if (on) home.change({ tab: 'mine' });
          }}
        />
      )}
      {answered && <ProfileLine concerns={concerns} />}
      <Arrivals waiting={waiting.length} onShow={list.arrivals.show} />
      {!answered && (
        <Deadlines
          shown={shown}
          everybody={tab === 'all'}
          failed={list.query.isError}
          today={today}
          from={from}
        />
      )}
      <div className="home-columns">
        <div className="home-list">
          {answered && (
            <OwnAnswer report={report} articles={list.articles} today={today} names={names} />
          )}
          {shown && <ListSummary home={home} count={found} />}
          <Changes {...props} today={today} from={from} reasonOf={reasonOf} />
        </div>
        <aside className="home-aside">
          {report && <AskBox report={report} concerns={concerns} />}
          {shown && shown.length > 0 && (
            <ByItself
              changes={changesOf(shown, today, byAnswers?.articles)}
              today={today}
              from={from}
              foldable={answered}
            />
          )}
          <MySteps report={report} articles={list.articles} />
          {!visitor && interest && topics.length > 0 && (
            <Followed topics={topics} chosen={chosen} onChoose={onChoose} />
          )}
        </aside>
      </div>
    </>
  );
}

interface DeadlinesProps {
  shown: ArticleSummary[] | undefined;
  everybody: boolean;
  failed: boolean;
  today: string;
  from: { home: string };
}

/** The nearest days of articles, for a reader without answers: nothing says that they are the reader's. */
function Deadlines({ shown, everybody, failed, today, from }: DeadlinesProps) {
  // What is ticked off now keeps its place until the reader leaves.
  const done = useAllDone();
  const [doneBefore, setDoneBefore] = useState(done);
  if (doneBefore === undefined && done !== undefined) setDoneBefore(done);
  if (!shown) return failed ? null : <DutiesPlace />;
  const all = dutiesOf(shown, today);
  const isLeft = ({ article, id }: Dated) => !doneBefore?.[article.slug]?.includes(id);
  const duties = everybody ? all : all.filter(isLeft);
  return (
    <DutiesBox
      duties={duties}
      near={nearOf(duties, today)}
      everybody={everybody}
      today={today}
      from={from}
    />
  );
}

interface ChangesProps extends HomeBodyProps {
  today: string;
  from: { home: string };
  reasonOf: (article: ArticleSummary) => string | undefined;
}

/** The groups of cards, or what stands in their place. */
function Changes({ list, interest, shown, today, from, reasonOf, ...rest }: ChangesProps) {
  const { query, arrivals } = list;
  const { concerns } = rest;
  const isPaused = query.fetchStatus === 'paused' || concerns.offline;
  const isFailed = query.isError || concerns.failed;
  if (!shown && !isFailed && !isPaused) return <CardSkeletons />;
  const isSettled = shown && !query.isPlaceholderData;
  if (!shown || (isSettled ? shown.length === 0 : query.fetchStatus === 'paused')) {
    const retry = () => {
      void query.refetch();
      if (concerns.failed) concerns.retry();
    };
    return (
      <div className={above(6)}>
        {isPaused && !isSettled ? (
          <OfflineNotice />
        ) : shown ? (
          <NothingFound home={rest.home} tab={rest.tab} />
        ) : (
          <Failure onRetry={retry} />
        )}
      </div>
    );
  }
  const isNew = (slug: string) =>
    arrivals.accepted.has(slug) || (interest?.notified.includes(slug) ?? false);
  const report = rest.tab === 'mine' ? concerns.report : undefined;
  const groups = groupsOf(shown, isNew, today, report?.articles);
  // The answer comes first; the cards below it are a few.
  const isAnswer = rest.tab === 'mine' && concerns.answered && rest.home.narrowed === 0;
  const nothingElse = groups.fresh.length + groups.ahead.length === 0;
  return (
    <div aria-busy={query.isPlaceholderData} className={styles.groups}>
      {isAnswer ? (
        <ChangedForYou
          groups={groups}
          today={today}
          from={from}
          reasonOf={reasonOf}
          report={report}
        />
      ) : (
        <ChangeGroups
          // Another list begins with its first cards.
          key={`${rest.tab} ${JSON.stringify(rest.home.filters)}`}
          groups={groups}
          today={today}
          from={from}
          reasonOf={reasonOf}
          report={report}
          unfolded={nothingElse || rest.home.narrowed > 0}
        />
      )}
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

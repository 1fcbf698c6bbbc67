import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { ConcernReport, Question } from '../../api/types.ts';
import { mostInARow } from '../../hooks/question-state.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { useDutiesQuery } from '../../hooks/use-duties-query.ts';
import { usePage } from '../../hooks/use-page.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { DateLines } from '../../parts/date-lines.tsx';
import { useCountWords } from '../../parts/use-count-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Folded } from '../../ui/folded.tsx';
import { measure } from '../../ui/layout.ts';
import { AnswerList } from './answer-list.tsx';
import { ItemList } from './item-list.tsx';
import { type Item, itemsOf } from './items.ts';
import { MaybeList } from './maybe-list.tsx';
import { ProfileChips } from './profile-chips.tsx';
import styles from './reader-list.module.css';
import { Unreachable } from './unreachable.tsx';

/** What concerns the reader: the dates first, then the rest with its reasons, and the answers. */
export function ReaderList({ questions }: { questions: Question[] }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const concerns = useConcerns('chosen');
  const { answered, report } = concerns;
  const title = useCountWords()(report) ?? t(($) => $.questions.title);
  const heading = usePage(t(($) => $.questions.title));
  const unreachable = answered && (concerns.failed || concerns.offline);
  return (
    <div className={classes(measure, styles.screen)} aria-busy={concerns.isAwaited}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </h1>
      <ProfileChips />
      {!answered && (
        <p>
          {t(($) => $.questions.none_yet)}{' '}
          <Link to={to.questions()}>{t(($) => $.concerns.ask)}</Link>
        </p>
      )}
      {answered && <GoOn next={report?.next_question} />}
      {unreachable && <Unreachable concerns={concerns} />}
      {report ? (
        <Found report={report} questions={questions} />
      ) : (
        answered && !unreachable && <CardSkeletons />
      )}
      <AnswerList questions={questions} without={report?.not_applicable ?? []} />
    </div>
  );
}

/* A reader may leave the questions early, and go on later. */
function GoOn({ next }: { next: string | null | undefined }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { facts, skipped } = useProfiles().chosen;
  const run = Object.keys(facts).length + skipped.length + 1;
  if (!next || run > mostInARow) return null;
  return (
    <p data-print="hide">
      <Link to={to.questions(next)} state={{ run }} className={buttonClass('primary')}>
        {t(($) => $.questions.go_on)}
      </Link>
    </p>
  );
}

function Found({ report, questions }: { report: ConcernReport; questions: Question[] }) {
  const language = useLanguage();
  const { data: duties, isPending: dutiesWait } = useQuery(useDutiesQuery());
  const { data: articles, isPending: articlesWait } = useQuery(queries.lawChanges(language));
  // Titles that cannot be loaded leave the rest of the list.
  if (dutiesWait || articlesWait) return <CardSkeletons />;
  const items = itemsOf(report, duties ?? [], articles ?? []);
  const of = (kind: Item['kind'], answer: Item['concern']['answer']) =>
    items.filter((item) => item.kind === kind && item.concern.answer === answer);
  return (
    <>
      <Dates report={report} />
      <MineSection duties={of('duty', 'yes')} articles={of('article', 'yes')} />
      <MaybeList
        items={items.filter(({ concern }) => concern.answer === 'maybe')}
        questions={questions}
        next={report.next_question}
      />
      <LeftOut duties={of('duty', 'no')} />
    </>
  );
}

/* The days nearest to the reader; the deadlines screen has all. */
const firstLines = 8;

function Dates({ report }: { report: ConcernReport }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const lines = useDateLines(report);
  const { data: articles } = useQuery(queries.lawChanges(useLanguage()));
  if (!lines) return null;
  return (
    <section aria-labelledby="list-dates">
      <h2 id="list-dates">{t(($) => $.questions.dates)}</h2>
      {lines.length === 0 ? (
        <p>{t(($) => $.questions.no_dates)}</p>
      ) : (
        <DateLines
          lines={lines.slice(0, firstLines)}
          articles={articles}
          today={todayInBucharest()}
        />
      )}
      <p>
        <Link to={to.deadlines({ tab: 'mine' })}>{t(($) => $.questions.all_dates)}</Link>
      </p>
    </section>
  );
}

function MineSection({ duties, articles }: { duties: Item[]; articles: Item[] }) {
  const { t } = useTranslation();
  return (
    <>
      {duties.length > 0 && (
        <section aria-labelledby="list-mine">
          <h2 id="list-mine">{t(($) => $.questions.mine)}</h2>
          <ItemList items={duties} />
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="list-changes">
          <h2 id="list-changes">{t(($) => $.questions.changes)}</h2>
          <ItemList items={articles} />
        </section>
      )}
    </>
  );
}

function LeftOut({ duties }: { duties: Item[] }) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  if (duties.length === 0 || isPrinting) return null;
  return (
    <Folded
      className={styles.out}
      summary={t(($) => $.questions.left_out, { count: duties.length })}
    >
      <ItemList items={duties} />
    </Folded>
  );
}

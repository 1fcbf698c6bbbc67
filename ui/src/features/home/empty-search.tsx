import { useQueries } from '@tanstack/react-query';
import { ChevronRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { HomeTab } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import styles from './empty-search.module.css';
import type { Filters } from './use-home-filters.ts';

const nearTopics = 3;
const triedWords = 3;
const shortest = 3;

interface EmptySearchProps {
  q: string;
  home: Filters;
  tab: HomeTab;
  topics: Topic[];
  /** How many articles of the tab match the words, and how many of all. */
  withoutFilters: number;
  inAll: number;
}

/* What each word alone would find, while the words together find nothing. */
function useSingleWords(q: string, wanted: boolean) {
  const language = useLanguage();
  const words = q.split(/\s+/).filter((word) => word.length >= shortest);
  const tried = wanted && words.length > 1 ? words.slice(0, triedWords) : [];
  return useQueries({
    queries: tried.map((word) => queries.lawChanges(word, language)),
    combine: (answers) =>
      answers
        .map(({ data = [] }, index) => ({ word: tried[index] ?? '', found: data }))
        .filter(({ found }) => found.length > 0)
        .sort((a, b) => a.found.length - b.found.length),
  });
}

/* The topics of what was nearly found, then those with the most articles. */
function nearest(topics: Topic[], found: ArticleSummary[]): Topic[] {
  const hits = (id: string) => found.filter(({ topic }) => topic === id).length;
  return topics
    .filter(({ articles }) => articles > 0)
    .sort((a, b) => hits(b.id) - hits(a.id) || b.articles - a.articles)
    .slice(0, nearTopics);
}

/** A search without results: what was understood, and the one change that gives results. */
export function EmptySearch({ q, home, tab, topics, withoutFilters, inAll }: EmptySearchProps) {
  const { t } = useTranslation();
  const single = useSingleWords(q, inAll === 0);
  const near = nearest(
    topics,
    single.flatMap(({ found }) => found),
  );
  const [best] = single;
  const { narrowed, change, clear } = home;

  return (
    <div className={styles.empty}>
      <p className={styles.text}>{t(($) => $.feed.looked_in)}</p>
      <section className={styles.box} aria-labelledby="understood">
        <h2 id="understood" className={styles.heading}>
          {t(($) => $.feed.understood)}
        </h2>
        <Understood q={q} home={home} tab={tab} topics={topics} />
        {withoutFilters > 0 ? (
          <Suggestion
            text={t(($) => $.feed.without_filters, { count: withoutFilters })}
            action={t(($) => $.home.clear_filters)}
            onPress={() => change({ importance: undefined, topic: undefined })}
          />
        ) : inAll > 0 ? (
          <Suggestion
            text={t(($) => $.feed.in_all, { count: inAll })}
            action={t(($) => $.feed.search_everywhere)}
            onPress={() => change({ tab: 'all', importance: undefined, topic: undefined })}
          />
        ) : best ? (
          <Suggestion
            text={t(($) => $.feed.with_word, { word: best.word, count: best.found.length })}
            action={t(($) => $.feed.search_for, { word: best.word })}
            onPress={() =>
              change({ tab: 'all', q: best.word, importance: undefined, topic: undefined })
            }
          />
        ) : (
          narrowed > 0 && <Suggestion action={t(($) => $.home.clear_filters)} onPress={clear} />
        )}
      </section>
      {near.length > 0 && <NearTopics topics={near} />}
    </div>
  );
}

interface SuggestionProps {
  text?: string;
  action: string;
  onPress: () => void;
}

function Suggestion({ text, action, onPress }: SuggestionProps) {
  return (
    <>
      {text && <p className={styles.text}>{text}</p>}
      <Button variant="primary" className={styles.action} onClick={onPress}>
        {action}
      </Button>
    </>
  );
}

/** The words and the filters of the search; a filter can be removed. */
function Understood({
  q,
  home,
  tab,
  topics,
}: Pick<EmptySearchProps, 'q' | 'home' | 'tab' | 'topics'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance();
  const { filters, change } = home;
  const topic = topics.find(({ id }) => id === filters.topic)?.name[language];
  const removable = [
    filters.topic && { name: topic ?? filters.topic, remove: () => change({ topic: undefined }) },
    filters.importance && {
      name: importance(filters.importance).word,
      remove: () => change({ importance: undefined }),
    },
    tab === 'mine' && { name: t(($) => $.feed.mine), remove: () => change({ tab: 'all' }) },
  ];
  return (
    <ul className={styles.chips}>
      <li className={styles.chip}>{`„${q}”`}</li>
      {removable.map(
        (filter) =>
          filter && (
            <li key={filter.name}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t(($) => $.feed.remove_filter, { name: filter.name })}
                onClick={filter.remove}
              >
                {filter.name}
                <X aria-hidden="true" />
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

function NearTopics({ topics }: { topics: Topic[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const [first] = topics;
  return (
    <section aria-labelledby="near-topics">
      <h2 id="near-topics" className={styles.name}>
        {t(($) => $.feed.near_topics)}
      </h2>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic.id}>
            <Link to={to.home({ tab: 'all', topic: topic.id })} className={styles.topic}>
              <span>
                <span className={styles.topicName}>{topic.name[language]}</span>
                <span className={styles.count}>
                  {t(($) => $.feed.changes, { count: topic.articles })}
                </span>
              </span>
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {first && <FollowInstead id={first.id} name={first.name[language]} />}
    </section>
  );
}

function FollowInstead({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { on, press } = useMark({ kind: 'follow', id });
  const [before = '', after = ''] = t(($) => $.feed.follow_and_hear, { topic: '' }).split(
    '<b></b>',
  );
  if (on) return null;
  return (
    <p className={styles.text}>
      {before}
      <button type="button" className={styles.follow} onClick={press}>
        {name}
      </button>
      {after}
    </p>
  );
}

import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { domainPrefix } from '../../api/follow-names.ts';
import type { Topic } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTagName } from '../../parts/use-tag-name.ts';
import { classes } from '../../ui/classes.ts';
import { above, cluster, plain } from '../../ui/layout.ts';
import styles from './aside.module.css';

interface FollowedProps {
  topics: Topic[];
  /** The names of all follows, newest first. */
  chosen: string[];
  onChoose: (topics: string[], on: boolean) => void;
}

/** The topics and tags that the reader follows, each with its removal, and what could be added; the rest is on the profile. */
export function Followed({ topics, chosen, onChoose }: FollowedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tagName = useTagName();
  const to = useAppPaths();
  const [adding, setAdding] = useState(false);
  const id = useId();
  const others = topics.filter((topic) => !chosen.includes(topic.id));
  // Acts, provisions, searches and deadlines have no short names.
  const named = chosen.filter((one) => !one.includes(':') || one.startsWith(domainPrefix));

  function nameOf(one: string): string {
    if (one.startsWith(domainPrefix)) return tagName(one.slice(domainPrefix.length));
    return topics.find((topic) => topic.id === one)?.name[language] ?? one;
  }

  return (
    <section aria-labelledby={`${id}-name`} data-print="hide">
      <h2 id={`${id}-name`} className="aside-heading">
        {t(($) => $.feed.followed)}
      </h2>
      <ul className={classes(cluster(2), plain, above(3))}>
        {named.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t(($) => $.feed.unfollow, { topic: nameOf(one) })}
              onClick={() => onChoose([one], false)}
            >
              {nameOf(one)}
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <button
              type="button"
              className={styles.chip}
              aria-expanded={adding}
              aria-controls={id}
              onClick={() => setAdding(!adding)}
            >
              <Plus aria-hidden="true" />
              {t(($) => $.feed.add)}
            </button>
          </li>
        )}
      </ul>
      {named.length < chosen.length && (
        <p className={styles.more}>
          <Link to={to.screen('profile')}>{t(($) => $.feed.followed_all)}</Link>
        </p>
      )}
      {adding && <Addable id={id} topics={others} onAdd={(topic) => onChoose([topic], true)} />}
    </section>
  );
}

interface AddableProps {
  id: string;
  topics: Topic[];
  onAdd: (topic: string) => void;
}

function Addable({ id, topics, onAdd }: AddableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul id={id} className={classes(cluster(2), plain, above(3))}>
      {topics.map((topic) => (
        <li key={topic.id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t(($) => $.home.follow, { topic: topic.name[language] })}
            onClick={() => onAdd(topic.id)}
          >
            <Plus aria-hidden="true" />
            {topic.name[language]}
          </button>
        </li>
      ))}
    </ul>
  );
}

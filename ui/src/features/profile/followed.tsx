import { useQuery } from '@tanstack/react-query';
import { BellRing, CalendarClock, Landmark, Radar, ScrollText, Search, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  actPrefix,
  deadlinePrefix,
  domainPrefix,
  provisionPrefix,
  searchPrefix,
} from '../../api/follow-names.ts';
import { type Follow, followsQuery } from '../../api/follows.ts';
import type { UserData } from '../../api/reader.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import styles from './followed.module.css';
import {
  FollowedAct,
  FollowedDeadline,
  FollowedProvision,
  FollowedSearch,
  FollowedTag,
  FollowedTopic,
  TrackedArticle,
} from './followed-rows.tsx';
import { useTracked } from './use-tracked.ts';

/* What was shown keeps its place until the reader leaves the screen; what is new comes first. */
function useShown(latest: string[]): string[] {
  const [shown, setShown] = useState(latest);
  const added = latest.filter((id) => !shown.includes(id));
  if (added.length > 0) setShown([...added, ...shown]);
  return shown;
}

const prefixes = [domainPrefix, actPrefix, provisionPrefix, searchPrefix, deadlinePrefix];

/* The kinds in their order; a topic has no prefix. */
const kinds = [
  { name: 'topics', prefix: '', icon: BellRing, Row: FollowedTopic },
  { name: 'tags', prefix: domainPrefix, icon: Tag, Row: FollowedTag },
  { name: 'acts', prefix: actPrefix, icon: Landmark, Row: FollowedAct },
  { name: 'provisions', prefix: provisionPrefix, icon: ScrollText, Row: FollowedProvision },
  { name: 'searches', prefix: searchPrefix, icon: Search, Row: FollowedSearch },
  { name: 'deadlines', prefix: deadlinePrefix, icon: CalendarClock, Row: FollowedDeadline },
] as const;

function isOf(prefix: string, id: string): boolean {
  return prefix === '' ? !prefixes.some((other) => id.startsWith(other)) : id.startsWith(prefix);
}

/** What the reader follows by kind, each with its settings and its removal, and the tracked articles. */
export function Followed({ data }: { data: UserData }) {
  const { t } = useTranslation();
  const followed = useShown(data.topics_followed);
  const tracked = useShown(data.articles_tracked);
  const articles = useTracked(data.uid, tracked.length > 0);
  const settings = useQuery({ ...followsQuery(data.uid), enabled: followed.length > 0 });
  const settingsOf = (id: string): Follow | undefined =>
    settings.data?.find(({ name }) => name === id);
  const isEmpty = followed.length + tracked.length === 0;

  return (
    <section id="follows" aria-labelledby="followed">
      <h2 id="followed" className={styles.heading}>
        {t(($) => $.reader.profile.followed)}
      </h2>
      {isEmpty && <p className={styles.text}>{t(($) => $.reader.profile.followed_none)}</p>}
      {settings.isLoading && (
        <p className={styles.text} role="status">
          {t(($) => $.reader.follow.loading)}
        </p>
      )}
      {settings.isError && !settings.data && (
        <FailureNotice
          title={t(($) => $.reader.follow.load_failed)}
          onRetry={() => void settings.refetch()}
        />
      )}
      {kinds.map(({ name, prefix, icon, Row }) => (
        <Group
          key={name}
          name={name}
          ids={followed.filter((id) => isOf(prefix, id))}
          render={(id) => (
            <Row
              key={id}
              icon={icon}
              uid={data.uid}
              id={id}
              value={id.slice(prefix.length)}
              follow={settingsOf(id)}
            />
          )}
        />
      ))}
      <Group
        name="articles"
        ids={tracked}
        render={(slug) => (
          <TrackedArticle
            key={slug}
            icon={Radar}
            slug={slug}
            article={articles?.find((article) => article.slug === slug)}
            loaded={articles !== undefined}
          />
        )}
      />
    </section>
  );
}

interface GroupProps {
  name: 'topics' | 'tags' | 'acts' | 'provisions' | 'searches' | 'deadlines' | 'articles';
  ids: string[];
  render: (id: string) => ReactNode;
}

function Group({ name, ids, render }: GroupProps) {
  const { t } = useTranslation();
  if (ids.length === 0) return null;
  return (
    <>
      <h3 className={styles.group}>{t(($) => $.reader.profile[`group_${name}`])}</h3>
      <ul className={styles.list}>{ids.map(render)}</ul>
    </>
  );
}

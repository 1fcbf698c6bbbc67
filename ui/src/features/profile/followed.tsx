import { useQuery } from '@tanstack/react-query';
import { BellRing, Landmark, type LucideIcon, Radar, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Follow, followsQuery } from '../../api/follows.ts';
import { queries } from '../../api/queries.ts';
import { actTopic, domainTopic, type Mark, type UserData } from '../../api/reader.ts';
import type { ArticleSummary } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { FollowSettings } from './follow-settings.tsx';
import styles from './followed.module.css';
import { useTracked } from './use-tracked.ts';

const domainPrefix = domainTopic('');
const actPrefix = actTopic('');

/* What was shown keeps its place until the reader leaves the screen; what is new comes first. */
function useShown(latest: string[]): string[] {
  const [shown, setShown] = useState(latest);
  const added = latest.filter((id) => !shown.includes(id));
  if (added.length > 0) setShown([...added, ...shown]);
  return shown;
}

/** The followed topics, tags and acts and the tracked articles, each with its removal. */
export function Followed({ data }: { data: UserData }) {
  const { t } = useTranslation();
  const followed = useShown(data.topics_followed);
  const tracked = useShown(data.articles_tracked);
  const articles = useTracked(data.uid, tracked.length > 0);
  const { data: follows } = useQuery({ ...followsQuery(data.uid), enabled: followed.length > 0 });
  const settingsOf = (id: string) => follows?.find(({ name }) => name === id);

  return (
    <section aria-labelledby="followed">
      <h2 id="followed" className={styles.heading}>
        {t(($) => $.reader.profile.followed)}
      </h2>
      {followed.length + tracked.length === 0 ? (
        <p className={styles.text}>{t(($) => $.reader.profile.followed_none)}</p>
      ) : (
        <ul className={styles.list}>
          {followed.map((id) =>
            id.startsWith(actPrefix) ? (
              <FollowedAct
                key={id}
                uid={data.uid}
                follow={settingsOf(id)}
                id={id}
                act={id.slice(actPrefix.length)}
              />
            ) : (
              <FollowedTopic key={id} uid={data.uid} follow={settingsOf(id)} id={id} />
            ),
          )}
          {tracked.map((slug) => (
            <TrackedArticle
              key={slug}
              slug={slug}
              article={articles?.find((article) => article.slug === slug)}
              loaded={articles !== undefined}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface FollowedProps {
  uid: string;
  id: string;
  /** Unknown until the settings have come. */
  follow: Follow | undefined;
}

function FollowedAct({ uid, follow, id, act }: FollowedProps & { act: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { data } = useQuery(queries.act(act, useLanguage()));
  const name = data?.act.citation ?? act;
  return (
    <Row
      icon={Landmark}
      mark={{ kind: 'follow', id }}
      kind={t(($) => $.reader.profile.kind_act)}
      name={name}
      settings={follow && <FollowSettings uid={uid} follow={follow} subject={name} />}
    >
      {data ? <Link to={to.act(act)}>{name}</Link> : name}
    </Row>
  );
}

function FollowedTopic({ uid, follow, id }: FollowedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const { data: topics } = useQuery(queries.topics());
  const isTag = id.startsWith(domainPrefix);
  const topic = isTag
    ? domainLabel(id.slice(domainPrefix.length))
    : (topics?.find((known) => known.id === id)?.name[language] ?? id);
  return (
    <Row
      icon={isTag ? Tag : BellRing}
      mark={{ kind: 'follow', id }}
      kind={isTag ? t(($) => $.reader.profile.kind_tag) : t(($) => $.reader.profile.kind_topic)}
      name={topic}
      settings={follow && <FollowSettings uid={uid} follow={follow} subject={topic} />}
    >
      {topic}
    </Row>
  );
}

interface TrackedArticleProps {
  slug: string;
  article: ArticleSummary | undefined;
  /** Whether the titles have come: an article that is not among them was withdrawn. */
  loaded: boolean;
}

function TrackedArticle({ slug, article, loaded }: TrackedArticleProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = article?.title ?? (loaded ? t(($) => $.reader.profile.withdrawn) : slug);
  return (
    <Row
      icon={Radar}
      mark={{ kind: 'track', id: slug }}
      kind={t(($) => $.reader.profile.kind_article)}
      name={title}
    >
      {article ? (
        <Link to={to.article(slug)} lang={article.lang}>
          <KeptWords text={title} />
        </Link>
      ) : (
        title
      )}
    </Row>
  );
}

interface RowProps {
  icon: LucideIcon;
  mark: Mark;
  /** Topic, tag or article. */
  kind: string;
  name: string;
  settings?: ReactNode;
  children: ReactNode;
}

function Row({ icon: Icon, mark, kind, name, settings, children }: RowProps) {
  const { t } = useTranslation();
  const { on, press } = useMark(mark);
  // Settings end with the follow: those that were loaded are not those of a new one.
  const [hasLeft, setLeft] = useState(false);
  if (on === false && !hasLeft) setLeft(true);
  return (
    <li className={styles.row}>
      <Icon aria-hidden="true" />
      <div className={styles.what} data-left={on === false || undefined}>
        <p className={styles.name}>{children}</p>
        <p className={styles.kind}>{kind}</p>
        {!hasLeft && settings}
      </div>
      <Button className={styles.change} onClick={press}>
        {on === false ? t(($) => $.reader.profile.undo) : t(($) => $.reader.profile.remove)}
        <span className="visually-hidden">{t(($) => $.home.about_article, { title: name })}</span>
      </Button>
    </li>
  );
}

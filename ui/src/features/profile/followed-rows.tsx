import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Follow } from '../../api/follows.ts';
import { queries } from '../../api/queries.ts';
import type { Mark } from '../../api/reader.ts';
import type { ArticleSummary } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { savedFilters, useSearchWords } from '../../parts/use-search-words.ts';
import { useTagName } from '../../parts/use-tag-name.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { iconRow } from '../../ui/icon-row.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { FollowSettings } from './follow-settings.tsx';
import styles from './followed.module.css';

interface FollowedProps {
  icon: LucideIcon;
  uid: string;
  /** The name of the follow. */
  id: string;
  /** The name without its prefix. */
  value: string;
  /** `undefined` until the settings have loaded. */
  follow: Follow | undefined;
}

export function FollowedTopic({ id, ...props }: FollowedProps) {
  const language = useLanguage();
  const to = useAppPaths();
  const { data: topics } = useQuery(queries.topics());
  const topic = topics?.find((known) => known.id === id);
  const name = topic?.name[language] ?? id;
  return (
    <FollowRow {...props} id={id} name={name}>
      {topic ? <Link to={to.topic(id)}>{name}</Link> : name}
    </FollowRow>
  );
}

export function FollowedTag(props: FollowedProps) {
  const to = useAppPaths();
  const name = useTagName()(props.value);
  return (
    <FollowRow {...props} name={name}>
      <Link to={to.search({ domain: props.value })}>{name}</Link>
    </FollowRow>
  );
}

export function FollowedAct(props: FollowedProps) {
  const to = useAppPaths();
  const { data } = useQuery(queries.act(props.value, useLanguage()));
  const name = data?.act.citation ?? props.value;
  return (
    <FollowRow {...props} name={name}>
      {data ? <Link to={to.act(props.value)}>{name}</Link> : name}
    </FollowRow>
  );
}

export function FollowedProvision(props: FollowedProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const [act = '', provision = ''] = props.value.split(':');
  const title = props.follow?.title?.[language];
  const present = props.follow?.present;
  const name = title ?? provision;
  const changes = to.search({ provision: `${act}:${present ?? provision}` });
  return (
    <FollowRow {...props} kind={t(($) => $.reader.profile.kind_provision)} name={name}>
      {title ? <Link to={to.act(act)}>{name}</Link> : name}
      {present && (
        <span className={styles.present}>
          {t(($) => $.reader.profile.present_number, { provision: present })}
        </span>
      )}
      {title && (
        <Link to={changes} className={styles.changes}>
          {t(($) => $.reader.profile.provision_articles)}
          <span className="visually-hidden">{t(($) => $.home.about_article, { title: name })}</span>
        </Link>
      )}
    </FollowRow>
  );
}

export function FollowedSearch(props: FollowedProps) {
  const to = useAppPaths();
  const filters = savedFilters(props.value);
  const name = useSearchWords()(filters);
  return (
    <FollowRow {...props} name={name}>
      <Link to={to.search(filters)}>{name}</Link>
    </FollowRow>
  );
}

export function FollowedDeadline(props: FollowedProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const { follow, value } = props;
  const [slug = '', number] = value.split('.');
  const isDuty = Number.isNaN(Number(number));
  const title = follow?.title?.[language];
  const name = title ?? (follow ? t(($) => $.reader.profile.gone_deadline) : value);
  const kind = isDuty
    ? t(($) => $.reader.profile.kind_duty)
    : t(($) => $.reader.profile.kind_deadline);
  return (
    <FollowRow {...props} kind={kind} name={name}>
      {title && !isDuty ? <Link to={to.article(slug)}>{name}</Link> : name}
    </FollowRow>
  );
}

interface TrackedArticleProps {
  icon: LucideIcon;
  slug: string;
  article: ArticleSummary | undefined;
  /** Whether the titles have loaded: an article that is not among them was withdrawn. */
  loaded: boolean;
}

export function TrackedArticle({ icon, slug, article, loaded }: TrackedArticleProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = article?.title ?? (loaded ? t(($) => $.reader.profile.withdrawn) : slug);
  return (
    <Row
      icon={icon}
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

type FollowRowProps = FollowedProps & { kind?: string; name: string; children: ReactNode };

function FollowRow({ uid, id, follow, icon, kind, name, children }: FollowRowProps) {
  return (
    <Row
      icon={icon}
      mark={{ kind: 'follow', id }}
      {...(kind && { kind })}
      name={name}
      settings={follow && <FollowSettings uid={uid} follow={follow} subject={name} />}
    >
      {children}
    </Row>
  );
}

interface RowProps {
  icon: LucideIcon;
  mark: Mark;
  /** What the heading of the group does not say. */
  kind?: string;
  name: string;
  settings?: ReactNode;
  children: ReactNode;
}

function Row({ icon: Icon, mark, kind, name, settings, children }: RowProps) {
  const { t } = useTranslation();
  const { on, press } = useMark(mark);
  // The loaded settings end with the follow; a new follow of the same name has others.
  const [hasLeft, setLeft] = useState(false);
  if (on === false && !hasLeft) setLeft(true);
  return (
    <li className={iconRow.row}>
      <Icon aria-hidden="true" />
      <div className={iconRow.what}>
        <p className={classes(iconRow.name, on === false && styles.left)}>{children}</p>
        {kind && <p className={iconRow.detail}>{kind}</p>}
        {!hasLeft && settings}
      </div>
      <Button className={styles.change} onClick={press}>
        {on === false ? t(($) => $.reader.profile.undo) : t(($) => $.reader.profile.remove)}
        <span className="visually-hidden">{t(($) => $.home.about_article, { title: name })}</span>
      </Button>
    </li>
  );
}

import { BookOpen } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provisionTopic } from '../../api/follow-names.ts';
import type { ActPage, Amendment, Headline, HistoryEntry } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActLink } from '../../parts/act-link.tsx';
import { AmendmentEntry } from '../../parts/amendment-entry.tsx';
import { Follow } from '../../parts/follow.tsx';
import { provisionWords } from '../../parts/provision-words.ts';
import { Folded } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './act-history.module.css';
import { followable } from './provision-name.ts';
import type { Mine } from './use-mine.ts';

/* Provisions of one act that stand in the list; the others are folded. */
const mostChanges = 6;
/* Provisions of the reader that are open at first. */
const mostOpen = 3;

interface ChangesOfActProps {
  entry: HistoryEntry;
  page: ActPage;
  mine: Mine;
  onlyMine: boolean;
  /** Whether its first provision is open although it is nobody's. */
  isFirst: boolean;
}

/** What one act changed on one day: the reader's provisions first and open, then our articles. */
export function ChangesOfAct({ entry, page, mine, onlyMine, isFirst }: ChangesOfActProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { day, act, gazette, found, amendments } = entry;
  const isMine = (one: Amendment) => mine.provision(entry, one.provision);
  const own = amendments.filter(isMine);
  const others = onlyMine && own.length > 0 ? [] : amendments.filter((one) => !isMine(one));
  const shown = [...own, ...others.slice(0, Math.max(0, mostChanges - own.length))];
  const rest = others.slice(Math.max(0, mostChanges - own.length));
  const beyond = onlyMine && own.length > 0 ? 0 : found - amendments.length;
  const isNamedOnly = amendments.every(({ difference, text }) => difference.length === 0 && !text);

  function row(amendment: Amendment, index: number) {
    const isOpen = own.length > 0 ? index < Math.min(own.length, mostOpen) : isFirst && index === 0;
    return (
      <AmendmentEntry
        key={`${index} ${amendment.provision ?? amendment.source}`}
        amendment={amendment}
        isOpen={isOpen}
        tag={
          isMine(amendment) && (
            <span className={styles.mine}>{t(($) => $.act.history.mine_tag)}</span>
          )
        }
      >
        <FollowProvision page={page} place={amendment.provision} />
      </AmendmentEntry>
    );
  }

  return (
    <li className={styles.entry}>
      <p className={styles.day}>{day && <time dateTime={day}>{formatDate(day, language)}</time>}</p>
      <div>
        <h3>{act ? <ActLink act={act} /> : t(($) => $.act.history.unknown_act)}</h3>
        <p className={styles.detail}>
          {t(($) => $.act.history.provisions, { count: found })}
          {gazette && (
            <>
              {' · '}
              <KeptWords text={gazette.citation} />
            </>
          )}
        </p>
        {shown.map(row)}
        {rest.length > 0 && (
          <Folded
            className={styles.rest}
            summary={
              <>
                {t(($) => $.act.history.more, { count: rest.length })}{' '}
                <span className={styles.detail} lang="ro">
                  <KeptWords
                    text={provisionWords(rest.map(({ provision }) => provision).join(', '))}
                  />
                </span>
              </>
            }
          >
            {rest.map((amendment, index) => row(amendment, shown.length + index))}
          </Folded>
        )}
        {beyond > 0 && (
          <p className={styles.detail}>{t(($) => $.article.amendments.more, { number: beyond })}</p>
        )}
        {isNamedOnly && <p className={styles.detail}>{t(($) => $.act.history.no_old_text)}</p>}
        <OurArticles headlines={entry.articles.map(({ article }) => article)} />
      </div>
    </li>
  );
}

function FollowProvision({ page, place }: { page: ActPage; place: string | undefined }) {
  const { t } = useTranslation();
  const provision = place && followable(place);
  if (!provision || !page.act.id) return null;
  const subject = t(($) => $.act.history.provision_of, {
    provision: provisionWords(provision),
    act: page.act.citation,
  });
  return (
    <p className={styles.follow} data-print="hide">
      <Follow name={provisionTopic(page.act.id, provision)} subject={subject} />
    </p>
  );
}

/** Our articles on the change, or that there is none. */
function OurArticles({ headlines }: { headlines: Headline[] }) {
  const { t } = useTranslation();
  if (headlines.length === 0) {
    return <p className={styles.detail}>{t(($) => $.act.history.no_article)}</p>;
  }
  return (
    <p className={styles.ours}>
      <BookOpen aria-hidden="true" />
      <span>
        {t(($) => $.act.history.our_articles, { count: headlines.length })}{' '}
        <ArticleLinks headlines={headlines} />
      </span>
    </p>
  );
}

/** Links to articles, with commas between them. */
export function ArticleLinks({ headlines }: { headlines: Headline[] }) {
  const to = useAppPaths();
  return headlines.map(({ slug, title, lang }, index) => (
    <Fragment key={slug}>
      {index > 0 && ', '}
      <Link to={to.article(slug)} lang={lang}>
        <KeptWords text={title} />
      </Link>
    </Fragment>
  ));
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nextDeadline } from '../../api/next-deadline.ts';
import type { Article } from '../../api/types.ts';
import { formatDate, formatInstant, formatList, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from './facts-card.module.css';
import { RevisionList } from './revision-list.tsx';

interface FactsCardProps {
  article: Article;
  revisions: Article[];
}

/** Act, gazette, in-force date, audience and source. */
export function FactsCard({ article, revisions }: FactsCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, gazette, provenance, in_force_date: inForce } = article;
  const next = nextDeadline(article.deadlines, todayInBucharest());
  const issuer = act?.issuer;
  const verified = [
    provenance?.written_by && t(($) => $.article.written_by, { name: provenance.written_by }),
    provenance?.model && t(($) => $.article.model, { name: provenance.model }),
    provenance?.reviewed_by && t(($) => $.article.reviewed_by, { name: provenance.reviewed_by }),
  ].filter((part): part is string => Boolean(part));
  const revised = formatInstant(article.updated_at, language);

  return (
    <aside className={styles.card} aria-label={t(($) => $.article.facts)}>
      <dl className={styles.facts}>
        {act && (
          <Fact term={t(($) => $.article.fact_act)} note={issuer}>
            {act.citation}
          </Fact>
        )}
        <Fact term={t(($) => $.article.fact_published)}>
          {gazette?.citation ?? formatDate(article.publish_date, language)}
        </Fact>
        {inForce && (
          <Fact term={t(($) => $.article.fact_in_force)}>{formatDate(inForce, language)}</Fact>
        )}
        {article.audience.length > 0 && (
          <Fact term={t(($) => $.article.fact_audience)} lang={article.lang}>
            {formatList(article.audience, language)}
          </Fact>
        )}
        {next?.kind === 'coming' && (
          <Fact term={t(($) => $.article.fact_deadlines)} note={next.what} noteLang={article.lang}>
            {formatDate(next.date, language)}
          </Fact>
        )}
        {article.source_url?.startsWith('https://') && (
          <Fact term={t(($) => $.article.fact_source)} note={new URL(article.source_url).hostname}>
            <a href={article.source_url} rel="noopener noreferrer" target="_blank">
              {t(($) => $.article.source_link)}
            </a>
          </Fact>
        )}
        {verified.length > 0 && (
          <Fact term={t(($) => $.article.fact_verified)}>{formatList(verified, language)}</Fact>
        )}
        <Fact term={t(($) => $.article.fact_revision)}>
          {t(($) => $.article.revision, { revision: article.revision, date: revised })}
        </Fact>
      </dl>
      {revisions.length > 1 && <RevisionList earlier={revisions.slice(0, -1).reverse()} />}
    </aside>
  );
}

interface FactProps {
  term: string;
  note?: string | undefined;
  lang?: string;
  noteLang?: string;
  children: ReactNode;
}

function Fact({ term, note, lang, noteLang, children }: FactProps) {
  return (
    <div>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value} lang={lang}>
        {children}
        {note && (
          <span className={styles.note} lang={noteLang}>
            {note}
          </span>
        )}
      </dd>
    </div>
  );
}

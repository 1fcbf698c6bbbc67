import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { formatDay } from '../../i18n/format.ts';
import { formatInstant } from '../../i18n/instant.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { muted } from '../../ui/layout.ts';
import { ReportLink } from './report-link.tsx';
import { RevisionList } from './revision-list.tsx';
import { SourceList } from './source-list.tsx';
import styles from './sources.module.css';

interface SourcesProps {
  article: Article;
  /** All revisions, oldest first. */
  revisions: Article[];
}

/** The legal dates, the sources, and who wrote and reviewed the text. */
export function Sources({ article, revisions }: SourcesProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="sources">
      <h2 id="sources" className={styles.heading}>
        {t(($) => $.article.sources_title)}
      </h2>
      <dl className={styles.facts}>
        <LegalDates article={article} />
        <Fact term={t(($) => $.article.sources)}>
          <SourceList article={article} />
        </Fact>
        <Fact term={t(($) => $.article.about_text)}>
          <About article={article} />
          <ReportLink article={article} />
        </Fact>
      </dl>
      {revisions.length > 1 && <RevisionList revisions={revisions} />}
    </section>
  );
}

function LegalDates({ article }: { article: Article }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, gazette, provenance, in_force_date, applies_from, publish_date } = article;
  const day = (date: string) => <time dateTime={date}>{formatDay(date, language)}</time>;
  return (
    <>
      {in_force_date && <Fact term={t(($) => $.article.in_force_from)}>{day(in_force_date)}</Fact>}
      {applies_from && <Fact term={t(($) => $.article.applies_from)}>{day(applies_from)}</Fact>}
      <Fact term={t(($) => (provenance?.dated_by ? $.article.dated : $.article.published))}>
        {day(publish_date)}
        {gazette && (
          <span className={styles.note}>
            <KeptWords text={gazette.citation} />
          </span>
        )}
        {provenance?.dated_by && (
          <span className={styles.note}>
            {t(($) => $.article.dated_by, { act: provenance.dated_by })}
          </span>
        )}
      </Fact>
      {act?.issuer && (
        <Fact term={t(($) => $.article.issuer)}>
          <span lang="ro">{act.issuer}</span>
        </Fact>
      )}
    </>
  );
}

/** The author of the text, the model that helped, the reviewer and the version. */
function About({ article }: { article: Article }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { provenance, revision, updated_at } = article;
  const { written_by, model, reviewed_by, reviewed_at, source_sha256, fetched_at } =
    provenance ?? {};
  return (
    <>
      {written_by && <span>{t(($) => $.article.author, { name: written_by })}</span>}
      {model && (
        <span className={styles.note}>{t(($) => $.article.helped_by, { name: model })}</span>
      )}
      <span className={styles.note}>
        {!reviewed_by
          ? t(($) => $.article.not_verified)
          : reviewed_at
            ? t(($) => $.article.verifier_on, {
                name: reviewed_by,
                date: formatDay(reviewed_at, language),
              })
            : t(($) => $.article.verifier, { name: reviewed_by })}
      </span>
      <span className={styles.note}>
        {t(($) => $.article.version, { revision, date: formatInstant(updated_at, language) })}
      </span>
      {fetched_at && (
        <span className={styles.note}>
          {t(($) => $.article.source_fetched, { date: formatInstant(fetched_at, language) })}
        </span>
      )}
      {source_sha256 && (
        <span className={styles.note}>
          {t(($) => $.article.source_hash)} <code className={styles.hash}>{source_sha256}</code>
        </span>
      )}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={muted}>{term}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

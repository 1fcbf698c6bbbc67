import { useTranslation } from 'react-i18next';
import type { Article, Source } from '../../api/types.ts';
import { SourceLabel } from '../../parts/source-label.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './source-list.module.css';

/** The sources, official ones first, each with its label. */
export function SourceList({ article }: { article: Article }) {
  const { t } = useTranslation();
  const sources = article.sources
    .filter(({ url }) => /^https?:/.test(url))
    .sort((a, b) => Number(b.official) - Number(a.official));
  return (
    <>
      {sources.length === 0 && <p className={styles.note}>{t(($) => $.article.no_source)}</p>}
      <ul className={styles.list}>
        {sources.map((source) => (
          <li key={source.url}>
            <SourceItem source={source} lang={article.lang} />
          </li>
        ))}
      </ul>
      {sources.some(({ official }) => !official) && (
        <p className={styles.note}>{t(($) => $.article.secondary_note)}</p>
      )}
    </>
  );
}

function SourceItem({ source, lang }: { source: Source; lang: string }) {
  const { t } = useTranslation();
  const { url, title, host, official } = source;
  return (
    <>
      <span className={styles.source}>
        <a href={url} rel="noopener noreferrer" target="_blank" className={styles.link}>
          {title ? (
            <span lang={lang}>
              <KeptWords text={title} />
            </span>
          ) : (
            host
          )}
          <span className="visually-hidden">{t(($) => $.article.opens_new_tab)}</span>
        </a>
        <SourceLabel official={official} />
      </span>
      {title && <span className={styles.note}>{host}</span>}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import type { Article, Source } from '../../api/types.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { SourceLabel } from '../../parts/source-label.tsx';
import { classes } from '../../ui/classes.ts';
import { tall } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { grid, plain } from '../../ui/layout.ts';
import styles from './source-list.module.css';

/** The sources, official ones first, each with its label; several secondary ones are folded away. */
export function SourceList({ article }: { article: Article }) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  const sources = article.sources
    .filter(({ url }) => /^https?:/.test(url))
    .sort((a, b) => Number(b.official) - Number(a.official));
  // Without an official source, the first one stays in sight.
  const first = Math.max(sources.filter(({ official }) => official).length, 1);
  const shown = sources.length - first > 1 ? first : sources.length;
  const rest = sources.slice(shown);
  return (
    <>
      {sources.length === 0 && <p className={styles.note}>{t(($) => $.article.no_source)}</p>}
      <Items sources={sources.slice(0, shown)} lang={article.lang} />
      {rest.length > 0 && (
        <details className={tall} open={isPrinting}>
          <summary>{t(($) => $.article.more_sources, { count: rest.length })}</summary>
          <Items sources={rest} lang={article.lang} />
        </details>
      )}
      {sources.some(({ official }) => !official) && (
        <p className={styles.note}>{t(($) => $.article.secondary_note)}</p>
      )}
    </>
  );
}

function Items({ sources, lang }: { sources: Source[]; lang: string }) {
  return (
    <ul className={classes(grid(3), plain)}>
      {sources.map((source) => (
        <li key={source.url}>
          <SourceItem source={source} lang={lang} />
        </li>
      ))}
    </ul>
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

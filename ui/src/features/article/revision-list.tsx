import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { formatInstant } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './revision-list.module.css';

/** Earlier revisions, newest first, collapsed. */
export function RevisionList({ earlier }: { earlier: Article[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <details className={styles.revisions} data-print="hide">
      <summary className={styles.summary}>
        {t(($) => $.article.earlier)}
        <ChevronDown aria-hidden="true" />
      </summary>
      <ol className={styles.list}>
        {earlier.map((article) => (
          <li key={article.revision}>
            <p className={styles.when}>
              {t(($) => $.article.revision, {
                revision: article.revision,
                date: formatInstant(article.updated_at, language),
              })}
            </p>
            <div lang={article.lang}>
              <p className={styles.title}>{article.title}</p>
              <Markdown text={article.simple_explanation} />
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { formatInstant } from '../../i18n/instant.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import { grid, plain } from '../../ui/layout.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { RevisionDifference } from './revision-difference.tsx';
import styles from './revision-list.module.css';

/** Earlier revisions, newest first, collapsed, each with what the next one changed. */
export function RevisionList({ revisions }: { revisions: Article[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Comparing long texts takes time, so it waits for a reader who looks.
  const [isOpen, setOpen] = useState(false);
  const earlier = revisions.slice(0, -1).reverse();
  return (
    <details
      className={styles.revisions}
      data-print="hide"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        {t(($) => $.article.earlier)}
        <ChevronDown aria-hidden="true" />
      </summary>
      <ol className={classes(grid(4), plain, styles.list)}>
        {earlier.map((article, index) => (
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
            {isOpen && <Difference before={article} after={revisions.at(-1 - index)} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Difference({ before, after }: { before: Article; after: Article | undefined }) {
  return after ? <RevisionDifference before={before} after={after} /> : null;
}

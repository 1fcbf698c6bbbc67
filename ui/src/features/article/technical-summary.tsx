import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrinting } from '../../hooks/use-printing.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './technical-summary.module.css';

/** The exact summary: open where there is room and on paper, folded on a phone. */
export function TechnicalSummary({ text, lang }: { text: string; lang: string }) {
  const { t } = useTranslation();
  const [open] = useState(() => window.matchMedia('(width >= 48rem)').matches);
  const isPrinting = usePrinting();
  return (
    <details className={styles.summary} open={open || isPrinting}>
      <summary className={styles.bar}>
        <span>
          <h2 className={styles.heading}>{t(($) => $.article.summary)}</h2>
          <span className={styles.about}>{t(($) => $.article.summary_text)}</span>
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.text} lang={lang}>
        <Markdown text={text} />
      </div>
    </details>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { LawChangeCard } from '../../parts/law-change-card.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './change-list.module.css';

const moreCards = 24;

interface ChangeListProps {
  articles: ArticleSummary[];
  /** How many cards are drawn before the reader asks for more. */
  first?: number;
  today: string;
  from: PageLocationState;
  reasonOf: (article: ArticleSummary) => string | undefined;
  report: ConcernReport | undefined;
  inNewGroup?: boolean;
}

/** Cards, drawn as the reader asks for them. */
export function ChangeList(props: ChangeListProps) {
  const { articles, first = moreCards, today, from, reasonOf, report, inNewGroup = false } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState(first);
  /** The first card of the last request. */
  const firstNew = useRef<number | null>(null);
  const shown = Math.min(wanted, articles.length);
  const rest = articles.length - shown;

  // The button disappears with the last card, so the focus moves to the first new title.
  useEffect(() => {
    const index = firstNew.current;
    firstNew.current = null;
    if (index === null || rest > 0) return;
    list.current?.children[index]?.querySelector<HTMLElement>('h3 a')?.focus();
  });

  function showMore() {
    firstNew.current = shown;
    setWanted(shown + moreCards);
  }

  return (
    <>
      <ul ref={list} className="change-list">
        {articles.slice(0, shown).map((article) => (
          <li key={article.slug}>
            <LawChangeCard
              article={article}
              today={today}
              from={from}
              reason={reasonOf(article)}
              report={report}
              inNewGroup={inNewGroup}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className={styles.more} data-print="hide">
          <Button onClick={showMore}>{t(($) => $.home.load_more)}</Button>
          <span className={styles.shown}>
            {t(($) => $.home.shown, {
              shown: formatNumber(shown, language),
              total: formatNumber(articles.length, language),
            })}
          </span>
        </div>
      )}
    </>
  );
}

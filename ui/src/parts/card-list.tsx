import type { ArticleSummary } from '../api/types.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { todayInBucharest } from '../i18n/format.ts';
import styles from './card-list.module.css';
import { LawChangeCard } from './law-change-card.tsx';

interface CardListProps<Article extends ArticleSummary> {
  /** A heading for screen readers only. */
  label: string;
  articles: Article[];
  from: PageLocationState;
  reason?: (article: Article) => string;
}

/** A column of cards, for the reader's lists. */
export function CardList<Article extends ArticleSummary>(props: CardListProps<Article>) {
  const { label, articles, from, reason } = props;
  const today = todayInBucharest();
  return (
    <section aria-labelledby="cards">
      <h2 id="cards" className="visually-hidden">
        {label}
      </h2>
      <ul className={styles.list}>
        {articles.map((article) => (
          <li key={article.slug}>
            <LawChangeCard
              article={article}
              today={today}
              from={from}
              withMarks
              {...(reason && { reason: reason(article) })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

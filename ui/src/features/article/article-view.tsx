import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { track } from '../../api/analytics.ts';
import type { Article } from '../../api/types.ts';
import { useNotificationArticle } from '../../hooks/use-notification.ts';
import { usePage } from '../../hooks/use-page.ts';
import { formatDate } from '../../i18n/format.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FollowDomain } from '../../parts/follow-domain.tsx';
import { FollowTopic } from '../../parts/follow-topic.tsx';
import { Columns } from '../../ui/columns.tsx';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { NewBadge } from '../../ui/new-badge.tsx';
import { ArticleTools } from './article-tools.tsx';
import styles from './article-view.module.css';
import { DeadlineList } from './deadline-list.tsx';
import { FactsCard } from './facts-card.tsx';

interface ArticleViewProps {
  article: Article;
  /** All revisions, oldest first; `article` is the last. */
  revisions: Article[];
}

export function ArticleView({ article, revisions }: ArticleViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance()(article.importance);
  const isNew = useNotificationArticle(article.slug);
  const heading = usePage(article.title);
  const { slug } = article;
  useEffect(() => track({ name: 'article_open', slug }), [slug]);
  const reference = [article.act?.citation, article.gazette?.citation].filter(Boolean).join(' · ');

  return (
    <article>
      <Columns aside={<FactsCard article={article} revisions={revisions} />}>
        <div className={styles.meta}>
          <ImportanceBadge {...importance} />
          {isNew && <NewBadge>{t(($) => $.article.new)}</NewBadge>}
          <time dateTime={article.publish_date}>{formatDate(article.publish_date, language)}</time>
        </div>
        <h1 ref={heading} tabIndex={-1} className={styles.title} lang={article.lang}>
          <KeptWords text={article.title} />
        </h1>
        {reference && (
          <p className={styles.reference}>
            <KeptWords text={reference} />
          </p>
        )}
        {article.lang !== language && (
          <p className={styles.language} role="note">
            {article.lang === 'ro'
              ? t(($) => $.article.other_language_ro)
              : t(($) => $.article.other_language_en)}
          </p>
        )}
        <div className={styles.lead} lang={article.lang}>
          <Markdown text={article.technical_summary} />
        </div>
        <ArticleTools article={article} />
        <section className={styles.section} aria-labelledby="plain-words">
          <h2 id="plain-words" className={styles.heading}>
            {t(($) => $.article.plain_words)}
          </h2>
          <div className={styles.explanation} lang={article.lang}>
            <Markdown text={article.simple_explanation} />
          </div>
        </section>
        {article.implementation_key_points.length > 0 && (
          <section className={styles.section} aria-labelledby="steps">
            <h2 id="steps" className={styles.heading}>
              {t(($) => $.article.steps)}
            </h2>
            <ol className={styles.steps} lang={article.lang}>
              {article.implementation_key_points.map((step) => (
                <li key={step}>
                  <Markdown text={step} />
                </li>
              ))}
            </ol>
          </section>
        )}
        {article.deadlines.length > 0 && (
          <section className={styles.section} aria-labelledby="deadlines">
            <h2 id="deadlines" className={styles.heading}>
              {t(($) => $.article.deadlines)}
            </h2>
            <DeadlineList deadlines={article.deadlines} lang={article.lang} />
          </section>
        )}
        <section className={styles.tags} aria-labelledby="follow" data-print="hide">
          <h2 id="follow" className={styles.tagsHeading}>
            {t(($) => $.article.follow)}
          </h2>
          <ul className={styles.tagList}>
            {article.topic && (
              <li>
                <FollowTopic short topic={article.topic} />
              </li>
            )}
            {article.domains.map((domain) => (
              <li key={domain}>
                <FollowDomain domain={domain} />
              </li>
            ))}
          </ul>
        </section>
      </Columns>
    </article>
  );
}

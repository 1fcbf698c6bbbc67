import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { formatDate, todayInBucharest } from '../../i18n/format.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ArticleSection } from './article-section.tsx';
import { DateList } from './date-list.tsx';
import { InShort } from './in-short.tsx';
import { SourceList } from './source-list.tsx';
import { TechnicalSummary } from './technical-summary.tsx';

/** An article as its readers will see it, without their actions. */
export function ArticlePreview({ article }: { article: Article }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance()(article.importance);
  const today = todayInBucharest();
  const { lang, steps, deadlines, act } = article;
  return (
    <article>
      <div className="article-meta">
        <ImportanceBadge {...importance} />
        {act && (
          <span>
            <KeptWords text={act.citation} />
          </span>
        )}
        <time dateTime={article.publish_date} className="article-date">
          {formatDate(article.publish_date, language)}
        </time>
      </div>
      <h2 className="article-title" lang={lang}>
        <KeptWords text={article.title} />
      </h2>
      <InShort article={article} today={today} done={[]} readerRoles={[]} />
      {steps.length > 0 && (
        <ArticleSection id="preview-steps" title={t(($) => $.article.steps)}>
          <ol className="article-explanation" lang={lang}>
            {steps.map((step) => (
              <li key={step.id}>
                <Markdown text={step.text} />
              </li>
            ))}
          </ol>
        </ArticleSection>
      )}
      {deadlines.length > 0 && (
        <ArticleSection id="preview-dates" title={t(($) => $.article.dates)}>
          <DateList article={article} today={today} />
        </ArticleSection>
      )}
      <ArticleSection id="preview-plain-words" title={t(($) => $.article.plain_words)}>
        <div className="article-explanation" lang={lang}>
          <Markdown text={article.simple_explanation} />
        </div>
      </ArticleSection>
      <TechnicalSummary text={article.technical_summary} lang={lang} />
      <SourceList article={article} />
    </article>
  );
}

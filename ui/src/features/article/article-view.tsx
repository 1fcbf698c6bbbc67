import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { track } from '../../api/analytics.ts';
import type { Article } from '../../api/types.ts';
import { useDoneSteps } from '../../hooks/done-steps.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { ownSteps, stepBoxId } from '../../hooks/step-groups.ts';
import { useTermDates } from '../../hooks/term-dates.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useNotificationArticle } from '../../hooks/use-notification.ts';
import { usePage } from '../../hooks/use-page.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActLink } from '../../parts/act-link.tsx';
import { CitationLinks } from '../../parts/citation-links.tsx';
import { Columns } from '../../ui/columns.tsx';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { NewBadge } from '../../ui/new-badge.tsx';
import { AmendmentsSection } from './amendments-section.tsx';
import { ArticleActions } from './article-actions.tsx';
import { ArticleSection } from './article-section.tsx';
import styles from './article-view.module.css';
import { DateList } from './date-list.tsx';
import { InShort } from './in-short.tsx';
import { MoreMenu } from './more-menu.tsx';
import { readerPart } from './reader-part.ts';
import { Sources } from './sources.tsx';
import { StepList } from './step-list.tsx';
import { Tags } from './tags.tsx';
import { TechnicalSummary } from './technical-summary.tsx';
import { withTermDates } from './term-key.ts';
import { ToQuestions, Verdict } from './verdict.tsx';

interface ArticleViewProps {
  article: Article;
  /** All revisions, oldest first; `article` is the last. */
  revisions: Article[];
}

/** An article in the order of the reader's questions: what, for whom, by when, what to do. */
export function ArticleView({ article: published, revisions }: ArticleViewProps) {
  const { t } = useTranslation();
  const today = todayInBucharest();
  const article = withTermDates(published, useTermDates(), today);
  const { slug, lang, steps, deadlines } = article;
  const readerRoles = useReaderAudience();
  const done = useDoneSteps(slug);
  const concerns = useConcerns();
  const concern = concerns.report?.articles[slug];
  const part = readerPart(article, concerns.report);
  const { next } = ownSteps(steps, { readerRoles, hasStep: part.hasStep, done });
  useEffect(() => track({ name: 'article_open', slug }), [slug]);
  useStepOfAddress();

  // The line above the title leads to the article's own act.
  const { act, citations } = published;
  const others = useMemo(() => citations.filter((one) => one.act !== act?.id), [citations, act]);
  const aside = (
    <div className={styles.aside}>
      <ArticleActions
        article={article}
        today={today}
        part={part}
        next={part.isOthers ? undefined : next}
      />
      <Sources article={article} revisions={revisions} />
    </div>
  );
  return (
    <CitationLinks citations={others}>
      <article className={styles.article}>
        <Columns aside={aside}>
          <Verdict concerns={concerns} concern={concern} />
          <Header article={article} isOthers={part.isOthers} />
          <InShort
            article={article}
            today={today}
            done={done}
            readerRoles={readerRoles}
            part={part}
          />
          {steps.length > 0 && (
            <ArticleSection id="steps" title={t(($) => $.article.steps)}>
              <StepList
                slug={slug}
                steps={steps}
                lang={lang}
                today={today}
                done={done}
                readerRoles={readerRoles}
                hasStep={part.hasStep}
              />
            </ArticleSection>
          )}
          <ToQuestions concerns={concerns} />
          {deadlines.length > 0 && (
            <ArticleSection id="dates" title={t(($) => $.article.dates)}>
              <DateList article={article} today={today} part={part} />
            </ArticleSection>
          )}
          {article.amendments > 0 && <AmendmentsSection article={article} />}
          <ArticleSection id="plain-words" title={t(($) => $.article.plain_words)}>
            <div className="article-explanation" lang={lang}>
              <Markdown text={article.simple_explanation} />
            </div>
          </ArticleSection>
          <TechnicalSummary text={article.technical_summary} lang={lang} />
          <Tags article={article} />
        </Columns>
      </article>
    </CitationLinks>
  );
}

/* The step that the address names has the focus. */
function useStepOfAddress() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash.startsWith(`#${stepBoxId('')}`)) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
}

function Header({ article, isOthers }: { article: Article; isOthers: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance()(article.importance);
  const isNew = useNotificationArticle(article.slug);
  const heading = usePage(article.title);
  const { act, lang } = article;
  return (
    <>
      <div className="article-meta">
        <ImportanceBadge {...importance} cool={isOthers} />
        {isNew && <NewBadge>{t(($) => $.article.new)}</NewBadge>}
        {act && <ActLink act={act} />}
        <MoreMenu article={article} />
      </div>
      <h1 ref={heading} tabIndex={-1} className="article-title" lang={lang}>
        <KeptWords text={article.title} />
      </h1>
      {lang !== language && (
        <p className="article-note" role="note">
          {lang === 'ro'
            ? t(($) => $.article.other_language_ro)
            : t(($) => $.article.other_language_en)}
        </p>
      )}
    </>
  );
}

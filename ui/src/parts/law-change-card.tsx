import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useNotificationCard } from '../hooks/use-notification.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { formatDate } from '../i18n/format.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { ImportanceBadge } from '../ui/importance-badge.tsx';
import { KeptWords } from '../ui/kept-words.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { NewBadge } from '../ui/new-badge.tsx';
import { TagList } from '../ui/tag-list.tsx';
import { toneClass } from '../ui/tone.ts';
import { ArticleMarks } from './article-marks.tsx';
import styles from './law-change-card.module.css';
import { NextDeadlineLine } from './next-deadline-line.tsx';

interface LawChangeCardProps {
  article: ArticleSummary;
  /** Today in Bucharest, to tell coming deadlines from past ones. */
  today: string;
  /** The current place, so that the article can lead back. */
  from: PageLocationState;
  /** The reason, when the card is a notification. */
  reason?: string;
}

/** An article in a list. */
export function LawChangeCard({ article, today, from, reason }: LawChangeCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance()(article.importance);
  const domainLabel = useDomainLabel();
  const card = useRef<HTMLElement>(null);
  const isNew = useNotificationCard(article.slug, card);
  const to = useAppPaths();
  const [details, setDetails] = useState(false);
  const [explanation, setExplanation] = useState(false);
  const id = useId();
  const about = (
    <span className="visually-hidden">
      {t(($) => $.home.about_article, { title: article.title })}
    </span>
  );

  return (
    <article
      ref={card}
      className={classes(styles.card, toneClass(importance.level))}
      aria-labelledby={id}
    >
      <div className={styles.meta}>
        <ImportanceBadge {...importance} />
        {isNew && <NewBadge>{t(($) => $.article.new)}</NewBadge>}
        <p className={styles.source}>
          <KeptWords text={sourceLine(article, formatDate(article.publish_date, language))} />
        </p>
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      <h3 id={id} className={styles.title} lang={article.lang}>
        <Link to={to.article(article.slug)} state={from}>
          <KeptWords text={article.title} />
        </Link>
      </h3>
      <div
        id={`${id}-explanation`}
        className={classes(styles.excerpt, !explanation && styles.clamped)}
        lang={article.lang}
      >
        <Markdown text={article.simple_explanation} firstOnly={!explanation} />
      </div>
      <div id={`${id}-details`} className={styles.details} hidden={!details}>
        <h4 className={styles.label}>{t(($) => $.home.technical_summary)}</h4>
        <div lang={article.lang}>
          <Markdown text={article.technical_summary} />
        </div>
      </div>
      <div className={styles.facts}>
        <NextDeadlineLine deadlines={article.deadlines} today={today} lang={article.lang} />
        <TagList label={t(($) => $.article.tags)} tags={article.domains.map(domainLabel)} />
      </div>
      <div className={styles.actions} data-print="hide">
        <Link to={to.article(article.slug)} state={from} className={styles.read}>
          {t(($) => $.home.read_more)}
          {about}
        </Link>
        <Toggle open={details} controls={`${id}-details`} onToggle={() => setDetails(!details)}>
          {t(($) => $.home.details)}
          {about}
        </Toggle>
        <Toggle
          open={explanation}
          controls={`${id}-explanation`}
          onToggle={() => setExplanation(!explanation)}
        >
          {t(($) => $.home.explanation)}
          {about}
        </Toggle>
        <span className={styles.counts}>
          <ArticleMarks article={article} />
        </span>
      </div>
    </article>
  );
}

interface ToggleProps {
  open: boolean;
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

function Toggle({ open, controls, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      {children}
      <ChevronDown aria-hidden="true" />
    </button>
  );
}

function sourceLine(article: ArticleSummary, date: string): string {
  return [article.act?.citation, article.gazette?.citation ?? date].filter(Boolean).join(' · ');
}

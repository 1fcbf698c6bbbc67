import { Bookmark, ChevronDown, Heart } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../../api/types.ts';
import { useAccountGate } from '../../hooks/use-account-gate.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import { CountButton } from '../../ui/count-button.tsx';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { toneClass } from '../../ui/tone.ts';
import styles from './law-change-card.module.css';
import { NextDeadlineLine } from './next-deadline-line.tsx';
import { useHomeFilters } from './use-home-filters.ts';

interface LawChangeCardProps {
  article: ArticleSummary;
  /** Today in Bucharest, to tell a deadline that comes from one that has passed. */
  today: string;
}

/** An entry of the gazette made readable. */
export function LawChangeCard({ article, today }: LawChangeCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance()(article.importance);
  const domainLabel = useDomainLabel();
  const gate = useAccountGate();
  const to = useAppPaths();
  const { filters } = useHomeFilters();
  const [details, setDetails] = useState(false);
  const [explanation, setExplanation] = useState(false);
  const id = useId();
  const state: PageLocationState = { home: to.home(filters) };
  const about = (
    <span className="visually-hidden">
      {t(($) => $.home.about_article, { title: article.title })}
    </span>
  );

  return (
    <article className={classes(styles.card, toneClass(importance.level))} aria-labelledby={id}>
      <div className={styles.meta}>
        <ImportanceBadge {...importance} />
        <p className={styles.source}>
          <KeptWords text={sourceLine(article, formatDate(article.publish_date, language))} />
        </p>
      </div>
      <h3 id={id} className={styles.title} lang={article.lang}>
        <Link to={to.article(article.slug)} state={state}>
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
        <Link to={to.article(article.slug)} state={state} className={styles.read}>
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
          <CountButton
            icon={Heart}
            label={t(($) => $.home.like, { count: article.likes })}
            count={formatNumber(article.likes, language)}
            onPress={() => gate()}
          />
          <CountButton
            icon={Bookmark}
            label={t(($) => $.home.bookmark, { count: article.bookmarks })}
            count={formatNumber(article.bookmarks, language)}
            onPress={() => gate()}
          />
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

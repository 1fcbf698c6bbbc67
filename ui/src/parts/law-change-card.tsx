import { ChevronDown } from 'lucide-react';
import { memo, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary, ConcernReport } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useNotificationCard } from '../hooks/use-notification.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { classes } from '../ui/classes.ts';
import { ImportanceBadge } from '../ui/importance-badge.tsx';
import { KeptWords } from '../ui/kept-words.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { NewBadge } from '../ui/new-badge.tsx';
import { Tagged } from '../ui/tagged.tsx';
import { toneClass } from '../ui/tone.ts';
import { Toolbar } from '../ui/toolbar.tsx';
import { ArticleMarks } from './article-marks.tsx';
import { CardDay, CardLine } from './card-facts.tsx';
import { inShortText } from './in-short-text.ts';
import styles from './law-change-card.module.css';

interface LawChangeCardProps {
  article: ArticleSummary;
  /** Today in Bucharest, to tell coming days from past ones. */
  today: string;
  /** The current place, so that the article can lead back. */
  from: PageLocationState;
  /** Why the reader gets the card; what it names is tagged `<b>`, the profile that it is about `<who>`. */
  reason?: string | undefined;
  /** What the reader's answers decide. */
  report?: ConcernReport | undefined;
  /** Whether the heading above says that the card is new. */
  inNewGroup?: boolean;
  /** Whether a closed card has the buttons to like and to save; else they are in its details. */
  withMarks?: boolean;
}

const tags = {
  b: (name: string) => <strong>{name}</strong>,
  who: (name: string) => <span className={styles.who}>{name}</span>,
};

/**
 * An article in a list. Memoised: a list that grows draws its new cards only, as long as `from`
 * stays the same object.
 */
export const LawChangeCard = memo(function LawChangeCard(props: LawChangeCardProps) {
  const { article, today, from, reason, report, inNewGroup = false, withMarks = false } = props;
  const { t } = useTranslation();
  const importance = useImportance()(article.importance);
  const card = useRef<HTMLElement>(null);
  const isNew = useNotificationCard(article.slug, card);
  const to = useAppPaths();
  const id = useId();
  const about = (
    <span className="visually-hidden">
      {t(($) => $.home.about_article, { title: article.title })}
    </span>
  );
  return (
    <article
      ref={card}
      className={classes('card', toneClass(importance.level))}
      aria-labelledby={id}
    >
      <div className="card-meta">
        <ImportanceBadge {...importance} />
        {isNew && !inNewGroup && <NewBadge>{t(($) => $.article.new)}</NewBadge>}
        {reason && (
          <p className={styles.reason}>
            <Tagged text={reason} tags={tags} />
          </p>
        )}
      </div>
      <h3 id={id} className="card-title" lang={article.lang}>
        <Link to={to.article(article.slug)} state={from}>
          <KeptWords text={article.title} />
        </Link>
      </h3>
      <p className="card-sentence card-short" lang={article.lang}>
        <KeptWords text={inShortText(article)} />
      </p>
      <div className="card-facts">
        <CardDay article={article} today={today} report={report} />
      </div>
      <CardTools article={article} about={about} withMarks={withMarks}>
        <Link to={to.article(article.slug)} state={from} className="card-read">
          {t(($) => $.home.read_more)}
          {about}
        </Link>
      </CardTools>
    </article>
  );
});

interface CardToolsProps {
  article: ArticleSummary;
  withMarks: boolean;
  about: ReactNode;
  children: ReactNode;
}

/** The toolbar and the texts it opens, which are rendered on demand. */
function CardTools({ article, about, withMarks, children }: CardToolsProps) {
  const { t } = useTranslation();
  const [details, setDetails] = useState(false);
  const [explanation, setExplanation] = useState(false);
  const id = useId();
  const text = (name: string, heading: string, markdown: string, more?: ReactNode) => (
    <div id={`${id}-${name}`} className={styles.details}>
      {more}
      <h4 className={styles.label}>{heading}</h4>
      <div lang={article.lang}>
        <Markdown text={markdown} />
      </div>
    </div>
  );
  return (
    <>
      {details &&
        text(
          'details',
          t(($) => $.home.technical_summary),
          article.technical_summary,
          <CardMore article={article} withMarks={!withMarks} />,
        )}
      {explanation &&
        text(
          'explanation',
          t(($) => $.home.explanation),
          article.simple_explanation,
        )}
      <div data-print="hide">
        <Toolbar
          label={t(($) => $.feed.card_tools, { title: article.title })}
          className="card-actions"
        >
          {children}
          <Toggle open={details} controls={`${id}-details`} onToggle={() => setDetails(!details)}>
            {details ? t(($) => $.home.hide_details) : t(($) => $.home.details)}
            {about}
          </Toggle>
          <Toggle
            open={explanation}
            controls={`${id}-explanation`}
            onToggle={() => setExplanation(!explanation)}
          >
            {explanation ? t(($) => $.home.hide_explanation) : t(($) => $.home.explanation)}
            {about}
          </Toggle>
          {withMarks && <Marks article={article} />}
        </Toolbar>
      </div>
    </>
  );
}

interface CardMoreProps {
  article: ArticleSummary;
  withMarks: boolean;
}

/** For whom it is, its act, source and tags, to like and to save. */
function CardMore({ article, withMarks }: CardMoreProps) {
  return (
    <div className={styles.about}>
      <CardLine article={article} />
      {withMarks && <Marks article={article} />}
    </div>
  );
}

function Marks({ article }: { article: ArticleSummary }) {
  return (
    <span className={styles.counts}>
      <ArticleMarks article={article} />
    </span>
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
      {...(open && { 'aria-controls': controls })}
      onClick={onToggle}
    >
      {children}
      <ChevronDown aria-hidden="true" />
    </button>
  );
}

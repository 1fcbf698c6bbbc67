import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConcernReport, SearchHit as Hit } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { CardFacts } from '../../parts/card-facts.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { classes } from '../../ui/classes.ts';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { muted } from '../../ui/layout.ts';
import { toneClass } from '../../ui/tone.ts';
import { Marked } from './marked.tsx';

interface SearchHitProps {
  hit: Hit;
  /** Today in Bucharest. */
  today: string;
  /** The search, so that the article can lead back. */
  from: PageLocationState;
  /** What the reader's answers decide. */
  report: ConcernReport | undefined;
  profiles: Concerns['profiles'];
  /** The reader has answers, and the report is on its way. */
  isAwaited: boolean;
}

/** A found article, with the words that were found and the verdict of the reader's answers. */
export const SearchHit = memo(function SearchHit(props: SearchHitProps) {
  const { hit, today, from, report, profiles, isAwaited } = props;
  const { article, title, fragment, nearness } = hit;
  const concern = report?.articles[article.slug];
  const { t } = useTranslation();
  const importance = useImportance()(article.importance);
  const to = useAppPaths();
  const id = useId();
  return (
    <article className={classes('card', toneClass(importance.level))} aria-labelledby={id}>
      <div className="card-meta">
        <ImportanceBadge {...importance} cool={concern?.answer === 'no'} />
        <VerdictMark concern={concern} profiles={profiles} isAwaited={isAwaited} />
        {nearness !== 'words' && (
          <p className={muted}>{t(($) => $.search[`nearness_${nearness}`])}</p>
        )}
      </div>
      <h3 id={id} className="card-title" lang={title.lang}>
        <Link to={to.article(article.slug)} state={from}>
          <Marked fragment={title} />
        </Link>
      </h3>
      <p className="card-sentence" lang={fragment.lang}>
        <Marked fragment={fragment} />
      </p>
      <CardFacts article={article} today={today} report={report} />
    </article>
  );
});

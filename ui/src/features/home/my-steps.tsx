import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import { stepBoxId } from '../../hooks/step-groups.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useMedia } from '../../hooks/use-media.ts';
import { useOpenSteps, useStepArticles } from '../../hooks/use-open-steps.ts';
import { Folded } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { plain } from '../../ui/layout.ts';
import { InlineMarkdown } from '../../ui/markdown.tsx';
import styles from './my-steps.module.css';

interface MyStepsProps {
  report: ConcernReport | undefined;
  articles: ArticleSummary[] | undefined;
}

/** Where the reader's steps stand: in the right column, or folded away where there is none. */
export function MySteps({ report, articles }: MyStepsProps) {
  const { t } = useTranslation();
  const slugs = useStepArticles(articles);
  const isWide = useMedia('(width >= 75rem)');
  if (slugs.length === 0) return null;
  const heading = (
    <h2 id="my-steps" className="aside-heading">
      {t(($) => $.home.my_steps)}
    </h2>
  );
  const list = <StepArticles slugs={slugs} report={report} />;
  return (
    <section aria-labelledby="my-steps" data-print="hide">
      {isWide ? (
        <>
          {heading}
          {list}
        </>
      ) : (
        <Folded className={styles.folded} summary={heading}>
          {list}
        </Folded>
      )}
    </section>
  );
}

function StepArticles({ slugs, report }: { slugs: string[]; report: MyStepsProps['report'] }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const open = useOpenSteps(slugs, report);
  if (!open) return null;
  if (open.length === 0) return <p className="aside-text">{t(($) => $.home.my_steps_none)}</p>;
  return (
    <ul className={plain}>
      {open.map(({ article: { slug, title, lang }, done, total, next }) => (
        <li key={slug} className={styles.article}>
          <p className={styles.count}>
            <span aria-hidden="true">{t(($) => $.article.done_of, { done, total })}</span>
            <span className="visually-hidden">
              {t(($) => $.article.done_of_spoken, { done, total })}
            </span>
          </p>
          <Link to={`${to.article(slug)}#${stepBoxId(next.id)}`} lang={lang}>
            <KeptWords text={title} />
          </Link>
          <p className={styles.next} lang={lang}>
            <InlineMarkdown text={next.text} />
          </p>
        </li>
      ))}
    </ul>
  );
}

import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { centred, cluster } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './decision-bar.module.css';

/** The result of an approval. */
export interface Outcome {
  /** Missing once the article is published. */
  scheduledFor?: string | undefined;
}

/** Confirms the publication or its scheduled time, and offers what to do next. */
export function PublishedNotice({ outcome, slug }: { outcome: Outcome; slug: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { scheduledFor } = outcome;
  return (
    <div className={styles.done}>
      <CircleCheck aria-hidden="true" />
      <PageHeading headingRef={heading}>
        {scheduledFor
          ? t(($) => $.desk.scheduled, { moment: formatMoment(scheduledFor, language) })
          : t(($) => $.desk.published)}
      </PageHeading>
      <div className={classes(cluster(3), centred)}>
        {!scheduledFor && (
          <Link to={to.article(slug)} className={buttonClass('primary')}>
            {t(($) => $.desk.see_article)}
          </Link>
        )}
        <Link to={to.desk()} className={buttonClass('quiet')}>
          {t(($) => $.desk.back)}
        </Link>
      </div>
    </div>
  );
}

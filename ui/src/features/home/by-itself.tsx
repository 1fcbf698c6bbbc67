import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useMedia } from '../../hooks/use-media.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { DayBlock } from '../../parts/day-block.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { Folded } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './aside.module.css';
import type { Dated } from './duties.ts';

const shownAtFirst = 4;

interface ByItselfProps {
  changes: Dated[];
  today: string;
  from: PageLocationState;
  /** Folds it away where it stands below the list. */
  foldable: boolean;
}

/** What starts or ends without the reader's doing. */
export function ByItself({ foldable, ...dates }: ByItselfProps) {
  const { t } = useTranslation();
  const isBeside = useMedia('(width >= 75rem)');
  const heading = (
    <h2 id="by-itself" className="aside-heading">
      {t(($) => $.feed.by_itself)}
    </h2>
  );
  if (foldable && !isBeside) {
    return (
      <Folded className={styles.fold} summary={heading}>
        <Dates {...dates} />
      </Folded>
    );
  }
  return (
    <section aria-labelledby="by-itself">
      {heading}
      <Dates {...dates} />
    </section>
  );
}

function Dates({ changes, today, from }: Omit<ByItselfProps, 'foldable'>) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <p className="aside-text">{t(($) => $.feed.by_itself_text)}</p>
      <ul className="aside-dates">
        {shown.map(({ key, date, entry, article }) => (
          <li key={key}>
            <Link to={to.article(article.slug)} state={from} className="aside-entry">
              {date && <DayBlock date={date} today={today} small />}
              <span>
                <span className="aside-kind">
                  {entry.kind === 'ends' ? t(($) => $.dates.ends) : t(($) => $.dates.starts)}
                </span>
                <span className="aside-what" lang={article.lang}>
                  <KeptWords text={sentenceCase(entry.what)} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {changes.length === 0 && <p className={styles.none}>{t(($) => $.feed.by_itself_none)}</p>}
      {changes.length > shownAtFirst && (
        <TextButton className={styles.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t(($) => $.feed.fewer_dates) : t(($) => $.feed.all_dates)}
        </TextButton>
      )}
    </>
  );
}

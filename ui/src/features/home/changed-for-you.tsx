import { useTranslation } from 'react-i18next';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import { useLastVisit } from '../../hooks/last-visit.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { formatDay, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FoldedGroup } from './change-groups.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './changed-for-you.module.css';
import type { Groups } from './groups.ts';

/* Of what comes next, where nothing has changed. */
const fewNext = 2;
const firstChanged = 8;

interface ChangedForYouProps {
  groups: Groups;
  today: string;
  from: PageLocationState;
  reasonOf: (article: ArticleSummary) => string | undefined;
  report: ConcernReport | undefined;
}

// docs/decisions/0351
/** What changed for the reader since the last visit, or what begins or ends next; the rest is folded. */
export function ChangedForYou({ groups, ...list }: ChangedForYouProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const since = useLastVisit();
  const { fresh, ahead, inForce } = groups;
  const all = [...fresh, ...ahead, ...inForce];
  const isChanged = (article: ArticleSummary) =>
    fresh.includes(article) || (since !== undefined && article.updated_at > since);
  const changed = all.filter(isChanged);
  const shown = changed.length > 0 ? changed : ahead.slice(0, fewNext);
  const rest = all.filter((article) => !shown.includes(article));
  return (
    <>
      <section className="group" aria-labelledby="changed-for-you">
        <h2 id="changed-for-you" className="group-name">
          {t(($) => $.home.changed_for_you)}
        </h2>
        {changed.length === 0 && (
          <p className={styles.note}>
            {since
              ? t(($) => $.home.since_visit_none, {
                  date: formatDay(todayInBucharest(new Date(since)), language),
                })
              : t(($) => $.home.next_for_you)}
          </p>
        )}
        <ChangeList articles={shown} first={firstChanged} {...list} />
      </section>
      {rest.length > 0 && <FoldedGroup name={t(($) => $.home.rest)} articles={rest} {...list} />}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Deadline } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from '../../parts/event-row.module.css';
import { EventRows, eventsAtFirst } from '../../parts/event-rows.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { shortDay } from './short-day.ts';

/** What starts and ends in the month. */
export function NothingToDo({ entries, folded }: { entries: Deadline[]; folded: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  if (entries.length === 0) return null;
  const row = ({ id, slug, what, kind, date }: Deadline) => (
    <li key={id}>
      <Link to={to.article(slug)} className={styles.row}>
        <span>
          <KeptWords text={sentenceCase(what)} />
        </span>
        <span className={styles.side}>
          <b>{shortDay(date, language)}</b>
          <span>{t(($) => $.deadlines[kind])}</span>
        </span>
      </Link>
    </li>
  );
  return (
    <EventRows
      title={t(($) => $.deadlines.nothing_to_do)}
      rows={entries.map(row)}
      first={folded ? 0 : eventsAtFirst}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EntryKind } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { formatDay } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';

interface DayEntryProps {
  date: string;
  /** Whether something is due, starts or ends on the day. */
  kind: EntryKind;
  what: string;
  /** The article of the entry. */
  slug: string;
}

/** A day with the words of its kind, and what happens on it as a link to the article: the content of a list item. */
export function DayEntry({ date, kind, what, slug }: DayEntryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  return (
    <>
      <time dateTime={date}>
        <span className="aside-kind">{t(($) => $.dates[kind])}</span> {formatDay(date, language)}
      </time>
      <Link to={to.article(slug)}>
        <KeptWords text={what} />
      </Link>
    </>
  );
}

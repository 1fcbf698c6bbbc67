import { Link } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { formatDay } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';

interface DayEntryProps {
  date: string;
  what: string;
  /** The article of the entry. */
  slug: string;
}

/** A day, and what happens on it as a link to the article: the content of a list item. */
export function DayEntry({ date, what, slug }: DayEntryProps) {
  const language = useLanguage();
  const to = useAppPaths();
  return (
    <>
      <time dateTime={date}>{formatDay(date, language)}</time>
      <Link to={to.article(slug)}>
        <KeptWords text={what} />
      </Link>
    </>
  );
}

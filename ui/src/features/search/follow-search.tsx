import { useTranslation } from 'react-i18next';
import { searchTopic } from '../../api/follow-names.ts';
import { Follow } from '../../parts/follow.tsx';
import { useSearchWords } from '../../parts/use-search-words.ts';
import type { SearchFilters } from '../../paths.ts';

/** Saves the search: the reader is notified of new articles that it finds. */
export function FollowSearch({ filters }: { filters: SearchFilters }) {
  const { t } = useTranslation();
  const words = useSearchWords();
  if (Object.keys(filters).length === 0) return null;
  const subject = words(filters);
  const label = t(($) => $.reader.follow.this_search_named, { search: subject });
  return (
    <Follow name={searchTopic(filters)} subject={subject} label={label}>
      {t(($) => $.reader.follow.this_search)}
    </Follow>
  );
}

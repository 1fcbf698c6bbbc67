import { useTranslation } from 'react-i18next';
import { searchTopic } from '../../api/follow-names.ts';
import { Follow } from '../../parts/follow.tsx';
import { useSearchWords } from '../../parts/use-search-words.ts';
import type { SearchFilters } from '../../paths.ts';

/** Saves the search, which then tells of new articles that it finds. */
export function FollowSearch({ filters }: { filters: SearchFilters }) {
  const { t } = useTranslation();
  const words = useSearchWords();
  if (Object.keys(filters).length === 0) return null;
  return (
    <Follow name={searchTopic(filters)} subject={words(filters)}>
      {t(($) => $.reader.follow.this_search)}
    </Follow>
  );
}

import { useTranslation } from 'react-i18next';
import { searchPrefix } from '../../api/follow-names.ts';
import type { SearchAnswer } from '../../api/types.ts';
import { Follow } from '../../parts/follow.tsx';
import { savedFilters, useSearchWords } from '../../parts/use-search-words.ts';

/** Saves the search that was answered: the reader is notified of new articles that it finds. */
export function FollowSearch({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation();
  const words = useSearchWords();
  const { follow, domain } = answer;
  if (follow === undefined) return null;
  const saved = savedFilters(follow.slice(searchPrefix.length));
  const subject = words({ ...saved, ...(domain !== undefined && { domain }) });
  const label = t(($) => $.reader.follow.this_search_named, { search: subject });
  return (
    <Follow name={follow} subject={subject} label={label}>
      {t(($) => $.reader.follow.this_search)}
    </Follow>
  );
}

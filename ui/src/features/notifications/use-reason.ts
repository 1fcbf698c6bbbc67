import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tagsOf } from '../../api/follow-names.ts';
import { queries } from '../../api/queries.ts';
import type { NotifiedArticle } from '../../api/reader.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useUserData } from '../../hooks/use-user-data.ts';
import { formatDate, formatList } from '../../i18n/format.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useBecause } from '../../parts/use-because.ts';
import { savedFilters, useSearchWords } from '../../parts/use-search-words.ts';

type Notified = Pick<
  NotifiedArticle,
  'slug' | 'reason' | 'topic' | 'domains' | 'domain_keys' | 'search' | 'provision' | 'deadline'
>;

/** Returns the reason for a notification, with the name of what is followed. */
export function useReason(): (article: Notified) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const words = useSearchWords();
  const { data: topics = [] } = useQuery(queries.topics());
  const followed = useUserData().data?.topics_followed ?? [];
  const becauseOf = useBecause(useConcerns());

  return ({ slug, reason, topic: id, search, provision, deadline, ...tagged }) => {
    if (reason === 'provision') {
      return provision === undefined
        ? t(($) => $.reader.reason.provision_unknown)
        : t(($) => $.reader.reason.provision, { provision });
    }
    if (reason === 'search') {
      return t(($) => $.reader.reason.search, { search: words(savedFilters(search ?? '')) });
    }
    if (reason === 'deadline_moved' || reason === 'deadline_withdrawn' || reason === 'reminder') {
      if (!deadline) return t(($) => $.reader.reason[reason]);
      const { what } = deadline;
      const date = formatDate(deadline.date, language);
      if (reason === 'reminder') return t(($) => $.reader.reason.reminder_of, { date, what });
      if (reason === 'deadline_moved') {
        return t(($) => $.reader.reason.deadline_moved_to, { date, what });
      }
      return t(($) => $.reader.reason.deadline_withdrawn_of, { what });
    }
    if (reason === 'urgent') return t(($) => $.reader.reason.urgent);
    if (reason === 'concern') return becauseOf(slug) ?? t(($) => $.reader.reason.concern);
    if (reason === 'act') return t(($) => $.reader.reason.act);
    if (reason === 'revision') return t(($) => $.reader.reason.revision);
    if (reason === 'domain') {
      const tags = tagsOf(tagged).filter(({ follow }) => followed.includes(follow));
      const names = tags.map(({ name }) => domainLabel(name));
      return names.length === 0
        ? t(($) => $.reader.reason.domain_unknown)
        : t(($) => $.reader.reason.domain, { domains: formatList(names, language) });
    }
    const topic = topics.find((known) => known.id === id)?.name[language];
    return topic === undefined
      ? t(($) => $.reader.reason.topic_unknown)
      : t(($) => $.reader.reason.topic, { topic });
  };
}

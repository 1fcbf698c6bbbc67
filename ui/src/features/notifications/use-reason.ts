import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { domainTopic, type NotifiedArticle } from '../../api/reader.ts';
import { useUserData } from '../../hooks/use-user-data.ts';
import { formatList } from '../../i18n/format.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';

type Notified = Pick<NotifiedArticle, 'reason' | 'topic' | 'domains'>;

/** Returns the reason for a notification, with the name of what is followed. */
export function useReason(): (article: Notified) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const { data: topics = [] } = useQuery(queries.topics());
  const followed = useUserData().data?.topics_followed ?? [];

  return ({ reason, topic: id, domains }) => {
    if (reason === 'urgent') return t(($) => $.reader.reason.urgent);
    if (reason === 'act') return t(($) => $.reader.reason.act);
    if (reason === 'revision') return t(($) => $.reader.reason.revision);
    if (reason === 'domain') {
      const names = domains.filter((name) => followed.includes(domainTopic(name)));
      return names.length === 0
        ? t(($) => $.reader.reason.domain_unknown)
        : t(($) => $.reader.reason.domain, {
            domains: formatList(names.map(domainLabel), language),
          });
    }
    const topic = topics.find((known) => known.id === id)?.name[language];
    return topic === undefined
      ? t(($) => $.reader.reason.topic_unknown)
      : t(($) => $.reader.reason.topic, { topic });
  };
}

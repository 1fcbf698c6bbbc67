import { useTranslation } from 'react-i18next';
import type { ArticleSummary, ConcernReport, Topic } from '../../api/types.ts';
import { type Interest, reasonFor } from '../../hooks/interest.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** The reason of a card in words, with what it names tagged `<b>`. */
export function useReasonWords(
  interest: Interest | undefined,
  topics: Topic[],
  visitor: boolean,
  report: ConcernReport | undefined,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const topicName = (id: string) => topics.find((topic) => topic.id === id)?.name[language] ?? id;

  return (article: ArticleSummary): string | undefined => {
    const concern = report?.articles[article.slug];
    if (concern?.answer === 'yes') return concern.reason?.[language];
    const reason = interest && reasonFor(article, interest);
    if (!reason) return undefined;
    switch (reason.kind) {
      case 'topic':
        return visitor
          ? t(($) => $.feed.because_chose, { name: topicName(reason.id) })
          : t(($) => $.feed.because_follow, { name: topicName(reason.id) });
      case 'domain':
        return t(($) => $.feed.because_follow, { name: domainLabel(reason.id) });
      default:
        return t(($) => $.feed[`because_${reason.kind}`]);
    }
  };
}

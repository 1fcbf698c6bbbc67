import { useTranslation } from 'react-i18next';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import { type Interest, reasonFor } from '../../hooks/interest.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useBecause } from '../../parts/use-because.ts';

/** The reason of a card in words, with what it names tagged `<b>`. */
export function useReasonWords(
  interest: Interest | undefined,
  topics: Topic[],
  visitor: boolean,
  concerns: Concerns | undefined,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const becauseOf = useBecause(concerns);
  const topicName = (id: string) => topics.find((topic) => topic.id === id)?.name[language] ?? id;

  return (article: ArticleSummary): string | undefined => {
    if (concerns?.report?.articles[article.slug]?.answer === 'yes') return becauseOf(article.slug);
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

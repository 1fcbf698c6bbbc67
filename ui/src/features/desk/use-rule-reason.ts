import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RuleReason } from '../../api/desk.ts';
import { queries } from '../../api/queries.ts';
import { formatDate } from '../../i18n/format.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';

interface Words {
  /** The value; empty where the quotation shows it. */
  value: string;
  why: string;
}

/** A reason in the words of the screen's language. */
export function useRuleReason(): (reason: RuleReason) => Words {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const domainLabel = useDomainLabel();
  const { data: topics = [] } = useQuery(queries.topics());

  const plain = (text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text, language) : text;

  function chosen({ field, value, quote }: RuleReason): string {
    if (field === 'topic') return topics.find(({ id }) => id === value)?.name[language] ?? value;
    if (field === 'roles') return roleName(value);
    if (field === 'domains') return domainLabel(value);
    if (field === 'technical_summary' && quote) return '';
    return plain(value);
  }

  return (reason) => ({
    value: chosen(reason),
    why: t(($) => $.desk.rule[reason.rule], { detail: plain(reason.detail ?? '') }),
  });
}

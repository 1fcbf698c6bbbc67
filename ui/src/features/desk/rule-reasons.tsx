import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Draft, Finding, RuleReason, TextPlace } from '../../api/desk.ts';
import styles from './draft-notes.module.css';
import { useFindingText } from './use-finding-text.ts';
import { useRuleReason } from './use-rule-reason.ts';

/* In the order in which an editor reads an article. */
const fields = [
  'act',
  'gazette',
  'in_force_date',
  'applies_from',
  'deadlines',
  'authority_deadlines',
  'steps',
  'topic',
  'roles',
  'domains',
  'importance',
  'technical_summary',
] as const;

interface RuleReasonsProps {
  draft: Draft;
  /** Shows a place of the source; absent without one. */
  onShow: ((place: TextPlace) => void) | undefined;
}

/** The reason for each value of the draft; a quotation leads to its place in the source. */
export function RuleReasons({ draft, onShow }: RuleReasonsProps) {
  const { t } = useTranslation();
  const findingText = useFindingText();
  const { rule_reasons, finding_list } = draft;
  const ofReason = finding_list.filter(({ field }: Finding) => field === 'importance_reason');
  const groups = fields
    .map((field) => ({ field, reasons: rule_reasons.filter((it) => it.field === field) }))
    .filter(({ reasons }) => reasons.length > 0);
  if (groups.length === 0) return null;
  return (
    <details>
      <summary className={styles.summary}>{t(($) => $.desk.rule_reasons)}</summary>
      <dl className={styles.values}>
        {groups.map(({ field, reasons }) => (
          <div key={field} className={styles.value}>
            <dt className={styles.name}>{t(($) => $.desk.value[field])}</dt>
            {reasons.map((reason, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the reasons never change their order
              <dd key={at} className={styles.why}>
                <Reason reason={reason} onShow={onShow} />
              </dd>
            ))}
            {field === 'importance' &&
              ofReason.map((finding) => <dd key={finding.id}>{findingText(finding)}</dd>)}
          </div>
        ))}
      </dl>
    </details>
  );
}

function Reason({ reason, onShow }: { reason: RuleReason; onShow: RuleReasonsProps['onShow'] }) {
  const { t } = useTranslation();
  const { value, why } = useRuleReason()(reason);
  const { quote, place } = reason;
  return (
    <>
      {value && <span className={styles.chosen}>{value}</span>}
      <span>{why}</span>
      {quote &&
        (place && onShow ? (
          <button
            type="button"
            lang="ro"
            className={styles.quote}
            aria-label={t(($) => $.desk.figure_found, { figure: quote })}
            onClick={() => onShow(place)}
          >
            <Link2 aria-hidden="true" />
            {quote}
          </button>
        ) : (
          <q lang="ro">{quote}</q>
        ))}
    </>
  );
}

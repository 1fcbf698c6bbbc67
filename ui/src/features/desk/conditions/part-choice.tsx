import { useTranslation } from 'react-i18next';
import type { Condition, ConditionParts } from '../../../api/conditions.ts';
import { PlainSelect } from '../plain-select.tsx';
import { newTest, type PartKind } from './shapes.ts';

interface PartChoiceProps {
  label: string;
  part: Condition;
  kind: PartKind;
  known: ConditionParts;
  /** Whether a group may stand here. */
  mayNest: boolean;
  onChange: (part: Condition) => void;
}

/** What a part is about: the answer to a question, a named rule, other parts, or what no source says. */
export function PartChoice({ label, part, kind, known, mayNest, onChange }: PartChoiceProps) {
  const { t } = useTranslation();
  const value =
    kind === 'fact' ? `fact ${part.fact}` : kind === 'rule' ? `rule ${part.rule}` : kind;
  const questions = known.questions.map(({ id, question }) => ({
    id: `fact ${id}`,
    name: question,
  }));
  const rules = known.rules.map(({ id, words }) => ({ id: `rule ${id}`, name: words }));
  const others = [
    ...(mayNest ? [{ id: 'group', name: t(($) => $.desk.condition.other_group) }] : []),
    { id: 'unknown', name: t(($) => $.desk.condition.other_unknown) },
  ];

  function choose(chosen: string) {
    const [what, id] = chosen.split(' ');
    const question = known.questions.find((it) => it.id === id);
    if (what === 'fact' && question) onChange(newTest(question));
    else if (what === 'rule' && id) onChange({ rule: id });
    else if (what === 'group') onChange({ any: [kind === 'empty' ? {} : part] });
    else if (what === 'unknown') onChange({ unknown: { ro: '', en: '' } });
  }

  return (
    <PlainSelect
      label={label}
      value={value}
      onChoose={choose}
      groups={[
        ...(kind === 'empty'
          ? [{ options: [{ id: 'empty', name: t(($) => $.desk.condition.choose) }] }]
          : []),
        { label: t(($) => $.desk.condition.list_rules), options: rules },
        { label: t(($) => $.desk.condition.list_answers), options: questions },
        { label: t(($) => $.desk.condition.list_rest), options: others },
      ]}
    />
  );
}

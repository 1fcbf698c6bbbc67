import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../api/conditions.ts';
import { ChipChoice, Chips } from '../../../ui/chip-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './conditions.module.css';
import { PlainSelect } from './plain-select.tsx';
import {
  type Comparison,
  comparisonOf,
  comparisons,
  ofOptions,
  optionsOf,
  type Question,
} from './shapes.ts';

interface FactTestProps {
  question: Question;
  condition: Condition;
  onChange: (condition: Condition) => void;
}

/** The answers to a question for which a part is true. */
export function FactTest({ question, condition, onChange }: FactTestProps) {
  const name = useId();
  const { t } = useTranslation();
  if (question.type === 'number') {
    return <NumberTest question={question} condition={condition} onChange={onChange} />;
  }
  const chosen = optionsOf(condition);
  const withOption = (id: string, on: boolean) =>
    question.options
      .map((option) => option.id)
      .filter((it) => (it === id ? on : chosen.includes(it)));
  return (
    <fieldset className={styles.answers}>
      <legend className="visually-hidden">{question.question}</legend>
      <Chips>
        {question.type === 'bool'
          ? [true, false].map((is) => (
              <ChipChoice
                key={String(is)}
                type="radio"
                name={name}
                checked={condition.is === is}
                onChange={() => onChange({ fact: question.id, is })}
              >
                {is ? t(($) => $.concerns.answer_yes) : t(($) => $.concerns.answer_no)}
              </ChipChoice>
            ))
          : question.options.map(({ id, label }) => (
              <ChipChoice
                key={id}
                type="checkbox"
                name={name}
                checked={chosen.includes(id)}
                onChange={(on) => onChange(ofOptions(question.id, withOption(id, on)))}
              >
                {label}
              </ChipChoice>
            ))}
      </Chips>
    </fieldset>
  );
}

const units = ['lei', 'EUR'] as const;

function NumberTest({ question, condition, onChange }: FactTestProps) {
  const { t } = useTranslation();
  const comparison = comparisonOf(condition) ?? 'at_least';
  const given = condition[comparison];
  const amount = typeof given === 'number' ? given : 0;
  const { id: fact, unit, money } = question;

  function change(next: { comparison?: Comparison; amount?: number; unit?: string | undefined }) {
    const chosen = { comparison, amount, unit: condition.unit, ...next };
    const inEuro = chosen.unit === 'EUR' && { unit: chosen.unit };
    onChange({ fact, [chosen.comparison]: chosen.amount, ...inEuro });
  }

  return (
    <div className={styles.number}>
      <PlainSelect
        label={t(($) => $.desk.condition.comparison)}
        value={comparison}
        onChoose={(chosen) => change({ comparison: chosen as Comparison })}
        groups={[
          {
            options: comparisons.map((id) => ({
              id,
              name: t(($) => $.desk.condition.compare[id]),
            })),
          },
        ]}
      />
      <TextField
        label={t(($) => $.desk.condition.amount)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={String(amount)}
        onChange={(event) =>
          change({ amount: Math.min(Number(event.target.value.replace(/\D/g, '')), 4_294_967_295) })
        }
      />
      {money ? (
        <PlainSelect
          label={t(($) => $.desk.condition.unit)}
          value={condition.unit ?? 'lei'}
          onChoose={(chosen) => change({ unit: chosen })}
          groups={[
            { options: units.map((id) => ({ id, name: t(($) => $.desk.condition.units[id]) })) },
          ]}
        />
      ) : (
        unit && <span className={styles.unit}>{unit}</span>
      )}
    </div>
  );
}

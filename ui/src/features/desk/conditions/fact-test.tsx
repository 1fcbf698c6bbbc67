import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition, Threshold } from '../../../api/conditions.ts';
import { ChipChoice, Chips } from '../../../ui/chip-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PlainSelect } from '../plain-select.tsx';
import styles from './conditions.module.css';
import { FigureChoice } from './figure-choice.tsx';
import {
  type Comparison,
  comparisonOf,
  comparisons,
  ofOptions,
  optionsOf,
  type Question,
} from './shapes.ts';

/* The server keeps an amount in 32 bits. */
const mostAmount = 4_294_967_295;

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
  const threshold = condition[comparison] ?? 0;
  const { id: fact, unit, money } = question;

  function change(next: {
    comparison?: Comparison;
    threshold?: Threshold;
    unit?: string | undefined;
  }) {
    const chosen = { comparison, threshold, unit: condition.unit, ...next };
    // A figure has its own unit.
    const isTyped = typeof chosen.threshold === 'number';
    const inEuro = isTyped && chosen.unit === 'EUR' && { unit: chosen.unit };
    onChange({ fact, [chosen.comparison]: chosen.threshold, ...inEuro });
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
      <FigureChoice
        question={question}
        threshold={threshold}
        onChoose={(chosen) => change({ threshold: chosen })}
      />
      {typeof threshold === 'number' && (
        <TextField
          label={t(($) => $.desk.condition.amount)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(mostAmount).length}
          value={String(threshold)}
          onChange={(event) => {
            const typed = Number(event.target.value.replace(/\D/g, ''));
            change({ threshold: Math.min(typed, mostAmount) });
          }}
        />
      )}
      {typeof threshold !== 'number' ? null : money ? (
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

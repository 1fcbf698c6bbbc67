import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isNone, isUnsure, manyOf, unsure, withOption } from '../../hooks/answer-shapes.ts';
import { ChipChoice, Chips } from '../../ui/chip-choice.tsx';
import { Folded } from '../../ui/folded.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './question-step.module.css';

/** Any number of answers; "none of these" is one of its own. */
export function ManyField({ question, answer, onAnswer, notOffered }: FieldProps) {
  const { t } = useTranslation();
  const name = useId();
  const chosen = manyOf(answer);
  const options = question.options.filter(({ id }) => !notOffered.includes(id));
  const others = options.filter(({ id }) => !chosen?.yes.includes(id));
  return (
    <>
      <Chips>
        {options.map(({ id, label }) => (
          <ChipChoice
            key={id}
            type="checkbox"
            name={name}
            checked={chosen?.yes.includes(id) ?? false}
            onChange={(on) => onAnswer(withOption(answer, 'yes', id, on))}
          >
            {label}
          </ChipChoice>
        ))}
        <ChipChoice
          type="checkbox"
          name={name}
          checked={isNone(answer)}
          onChange={(on) => onAnswer(on ? [] : undefined)}
        >
          {t(($) => $.questions.none)}
        </ChipChoice>
        <ChipChoice
          type="checkbox"
          name={name}
          checked={isUnsure(answer)}
          onChange={(on) => onAnswer(on ? unsure : undefined)}
        >
          {t(($) => $.concerns.answer_unsure)}
        </ChipChoice>
      </Chips>
      {others.length > 0 && (
        <Folded className={styles.unsure} summary={t(($) => $.questions.unsure_some)}>
          <Chips>
            {others.map(({ id, label }) => (
              <ChipChoice
                key={id}
                type="checkbox"
                name={`${name}-unsure`}
                checked={chosen?.unsure.includes(id) ?? false}
                onChange={(on) => onAnswer(withOption(answer, 'unsure', id, on))}
              >
                {t(($) => $.questions.unsure_of, { what: label })}
              </ChipChoice>
            ))}
          </Chips>
        </Folded>
      )}
    </>
  );
}

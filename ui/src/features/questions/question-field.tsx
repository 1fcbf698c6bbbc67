import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnsure, unsure } from '../../hooks/answer-shapes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChipChoice, Chips } from '../../ui/chip-choice.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import type { FieldProps } from './field-props.ts';
import { ManyField } from './many-field.tsx';
import { NumberField } from './number-field.tsx';
import styles from './question-step.module.css';

interface QuestionFieldProps extends FieldProps {
  /** The page's heading has the question already. */
  isFirst: boolean;
}

/** A question with its help and the answers to choose. */
export function QuestionField({ isFirst, ...field }: QuestionFieldProps) {
  const { question, answer } = field;
  const { t } = useTranslation();
  const id = useId();
  const [agreed, setAgreed] = useState(answer !== undefined);
  const asks = !question.special_category || agreed;

  function agree(on: boolean) {
    setAgreed(on);
    if (!on) field.onAnswer(undefined);
  }

  return (
    <fieldset className={styles.field} aria-describedby={id}>
      <legend className={isFirst ? 'visually-hidden' : styles.legend}>{question.question}</legend>
      <p id={id} className={styles.help}>
        <KeptWords text={question.help} />
      </p>
      {question.special_category && (
        <Checkbox label={t(($) => $.questions.agree)} checked={agreed} onToggle={agree} />
      )}
      {asks && <Field {...field} />}
    </fieldset>
  );
}

function Field(field: FieldProps) {
  switch (field.question.type) {
    case 'many_of':
      return <ManyField {...field} />;
    case 'number':
      return <NumberField {...field} />;
    default:
      return <OneField {...field} />;
  }
}

/** One of several answers, or yes and no. */
function OneField({ question, answer, onAnswer, notOffered }: FieldProps) {
  const { t } = useTranslation();
  const name = useId();
  const options: Array<{ value: string | boolean; label: string }> =
    question.type === 'bool'
      ? [
          { value: true, label: t(($) => $.concerns.answer_yes) },
          { value: false, label: t(($) => $.concerns.answer_no) },
        ]
      : question.options
          .filter((option) => !notOffered.includes(option.id))
          .map((option) => ({ value: option.id, label: option.label }));
  return (
    <Chips>
      {options.map(({ value, label }) => (
        <ChipChoice
          key={label}
          type="radio"
          name={name}
          checked={answer === value}
          onChange={() => onAnswer(value)}
        >
          {label}
        </ChipChoice>
      ))}
      <ChipChoice
        type="radio"
        name={name}
        checked={isUnsure(answer)}
        onChange={() => onAnswer(unsure)}
      >
        {t(($) => $.concerns.answer_unsure)}
      </ChipChoice>
    </Chips>
  );
}

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameBand, isUnsure, parseNumber, unsure } from '../../hooks/answer-shapes.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useBandLabel } from '../../parts/use-band-label.ts';
import { ChipChoice, Chips } from '../../ui/chip-choice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './question-step.module.css';

/* More than any number of a reader has, with the signs between its digits. */
const mostLetters = 20;

/** A number: one of the bands that matter, or the number itself. */
export function NumberField({ question, answer, onAnswer }: FieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useId();
  const label = useBandLabel();
  const [text, setText] = useState(
    typeof answer === 'number' ? formatNumber(answer, language) : '',
  );
  const isWrong = text.trim() !== '' && parseNumber(text, language) === undefined;
  const exact = [t(($) => $.questions.exact), question.unit && `(${question.unit})`];

  function type(next: string) {
    setText(next);
    onAnswer(parseNumber(next, language));
  }
  function choose(next: typeof answer) {
    setText('');
    onAnswer(next);
  }

  return (
    <>
      <Chips>
        {question.bands.map((band) => (
          <ChipChoice
            key={label(band)}
            type="radio"
            name={name}
            checked={isSameBand(answer, band)}
            onChange={() => choose(band)}
          >
            {label(band)}
          </ChipChoice>
        ))}
        <ChipChoice
          type="radio"
          name={name}
          checked={isUnsure(answer)}
          onChange={() => choose(unsure)}
        >
          {t(($) => $.concerns.answer_unsure)}
        </ChipChoice>
      </Chips>
      <div className={styles.number}>
        <TextField
          label={exact.filter(Boolean).join(' ')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={mostLetters}
          value={text}
          error={isWrong ? t(($) => $.questions.not_a_number) : undefined}
          onChange={(event) => type(event.target.value)}
        />
      </div>
    </>
  );
}

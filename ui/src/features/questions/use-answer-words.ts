import { useTranslation } from 'react-i18next';
import type { FactAnswer } from '../../api/answers.ts';
import type { Question } from '../../api/types.ts';
import { bandOf, isNone, isUnsure, manyOf } from '../../hooks/answer-shapes.ts';
import { formatList, formatNumber, formatWithUnit } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useBandLabel } from '../../parts/use-band-label.ts';

/** An answer in words; a question without one was passed over. */
export function useAnswerWords(): (question: Question, answer: FactAnswer | undefined) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const bandLabel = useBandLabel();

  return ({ options, unit }, answer) => {
    const label = (id: string) => options.find((option) => option.id === id)?.label ?? id;
    const withUnit = (count: number, text: string) =>
      unit && count > 0 ? formatWithUnit(text, count, unit, language) : text;
    if (answer === undefined) return t(($) => $.questions.skipped);
    if (answer === true) return t(($) => $.concerns.answer_yes);
    if (answer === false) return t(($) => $.concerns.answer_no);
    if (isUnsure(answer)) return t(($) => $.concerns.answer_unsure);
    if (typeof answer === 'string') return label(answer);
    if (typeof answer === 'number') return withUnit(answer, formatNumber(answer, language));
    if (isNone(answer)) return t(($) => $.questions.none);
    const band = bandOf(answer);
    if (band) return withUnit(band.to ?? band.from ?? 0, bandLabel(band));
    const { yes = [], unsure = [] } = manyOf(answer) ?? {};
    const listed = (ids: string[]) => formatList(ids.map(label), language);
    const unknown = unsure.length > 0 && t(($) => $.questions.unsure_of, { what: listed(unsure) });
    return [listed(yes), unknown].filter(Boolean).join('. ');
  };
}

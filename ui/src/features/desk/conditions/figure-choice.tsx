import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Threshold } from '../../../api/conditions.ts';
import { figuresQuery } from '../../../api/figures.ts';
import type { LawFigure } from '../../../api/types.ts';
import { todayInBucharest } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { PlainSelect } from '../plain-select.tsx';
import type { Question } from './shapes.ts';

const moneyUnits: ReadonlyArray<LawFigure['unit']> = ['lei', 'euro', 'minimum_wages'];

/* Sums are compared with sums, numbers with numbers. */
const isComparable = (question: Question) => (figure: LawFigure) =>
  figure.unit !== 'percent' && moneyUnits.includes(figure.unit) === (question.money ?? false);

interface FigureChoiceProps {
  question: Question;
  threshold: Threshold;
  onChoose: (threshold: Threshold) => void;
}

/** The choice between a typed number and a figure of the law, which has the value of the day. */
export function FigureChoice({ question, threshold, onChoose }: FigureChoiceProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(figuresQuery(todayInBucharest(), useLanguage()));
  const figures = data.filter(isComparable(question));
  const given = typeof threshold === 'number' ? '' : threshold.figure;
  const isListed = given === '' || figures.some(({ id }) => id === given);
  if (figures.length === 0 && isListed) return null;

  function choose(id: string) {
    if (id !== given) onChoose(id === '' ? 0 : { figure: id });
  }

  return (
    <PlainSelect
      label={t(($) => $.desk.condition.threshold)}
      value={given}
      onChoose={choose}
      groups={[
        {
          options: [
            { id: '', name: t(($) => $.desk.condition.typed_number) },
            ...(isListed ? [] : [{ id: given, name: given }]),
          ],
        },
        {
          label: t(($) => $.desk.condition.law_figures),
          options: figures.map(({ id, name, current }) => ({
            id,
            name: current ? `${name}: ${current.text}` : name,
          })),
        },
      ]}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Answers, FactAnswer } from '../api/answers.ts';
import { concernQueries } from '../api/concerns.ts';
import type { Question } from '../api/types.ts';
import { bandOf, manyOf } from '../hooks/answer-shapes.ts';
import { formatNumber, formatWithUnit } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useBandLabel } from './use-band-label.ts';

/* What a line has room for; the list of answers has all. */
const mostWords = 4;

/** Who the reader is, in the words of the answers: "you have an SRL · 3 employees"; empty until the questions are known. */
export function useProfileWords(): (answers: Answers) => string {
  const language = useLanguage();
  const bandLabel = useBandLabel();
  const { data: questions = [] } = useQuery(concernQueries.questions(language));

  function number(answer: FactAnswer, unit: string): string[] {
    const band = bandOf(answer);
    const count = typeof answer === 'number' ? answer : (band?.to ?? band?.from ?? 0);
    const written = band ? bandLabel(band) : formatNumber(count, language);
    const isShown = band ? band.from : count > 0;
    return isShown ? [formatWithUnit(written, count, unit, language)] : [];
  }
  function words({ id, type, options, money, unit, special_category }: Question, facts: Facts) {
    const answer = facts[id];
    if (answer === undefined || special_category) return [];
    if (type === 'number') return money || !unit ? [] : number(answer, unit);
    const chosen = typeof answer === 'string' ? [answer] : manyOf(answer)?.yes;
    // "No" says little of a reader.
    const isTelling = (option: string) => option !== 'no' && chosen?.includes(option);
    return options.flatMap((option) => (isTelling(option.id) ? [option.statement] : []));
  }
  return ({ facts }) =>
    questions
      .flatMap((question) => words(question, facts))
      .slice(0, mostWords)
      .join(' · ');
}

type Facts = Answers['facts'];

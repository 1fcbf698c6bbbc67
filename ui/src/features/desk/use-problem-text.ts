import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../api/desk.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** A problem of a field, in words. */
export function useProblemText(): (problem: FieldProblem) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (problem) => {
    // The ends of a range can be years.
    const isLength = problem.code === 'too_long';
    const numbers = isLength ? { max: formatNumber(problem.max, language) } : problem;
    return t(($) => $.desk.problem[problem.code], { ...numbers });
  };
}

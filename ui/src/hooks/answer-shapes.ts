import type { Band, FactAnswer, ManyAnswer } from '../api/answers.ts';

/** The answer "I don't know". */
export const unsure = { unsure: true } as const;

export function isUnsure(answer: FactAnswer | undefined): boolean {
  return typeof answer === 'object' && 'unsure' in answer && answer.unsure === true;
}

/** The options of an answer, chosen and not known; `undefined` without one. */
export function manyOf(answer: FactAnswer | undefined): ManyAnswer | undefined {
  if (Array.isArray(answer)) return { yes: answer, unsure: [] };
  return typeof answer === 'object' && 'yes' in answer ? answer : undefined;
}

/** "None of these": an answer without any option. */
export function isNone(answer: FactAnswer | undefined): boolean {
  const many = manyOf(answer);
  return many !== undefined && !many.open && many.yes.length + many.unsure.length === 0;
}

/** Whether the question is still to be asked: nothing is said of the other options, or of where the number lies. */
export function isOpen(answer: FactAnswer | undefined): boolean {
  return answer === undefined || (manyOf(answer) ?? bandOf(answer))?.open === true;
}

/** The answer with nothing left open: what is not chosen is a no, and a number lies anywhere between its bounds. */
export function closed(answer: FactAnswer): FactAnswer {
  const { open: _, ...band } = bandOf(answer) ?? {};
  if (bandOf(answer)) return band;
  const many = manyOf(answer);
  if (!many?.open) return answer;
  return many.unsure.length > 0 ? { yes: many.yes, unsure: many.unsure } : many.yes;
}

/** The answer with one option more or less; nothing is left of its last option. */
export function withOption(
  answer: FactAnswer | undefined,
  list: 'yes' | 'unsure',
  option: string,
  on: boolean,
): FactAnswer | undefined {
  const { yes, unsure: unknown } = manyOf(answer) ?? { yes: [], unsure: [] };
  const without = (ids: string[]) => ids.filter((id) => id !== option);
  const next = { yes: without(yes), unsure: without(unknown) };
  if (on) next[list] = [...next[list], option];
  if (next.unsure.length > 0) return next;
  return next.yes.length > 0 ? next.yes : undefined;
}

export function bandOf(answer: FactAnswer | undefined): Band | undefined {
  if (typeof answer !== 'object' || Array.isArray(answer)) return undefined;
  return 'from' in answer || 'to' in answer ? answer : undefined;
}

export function isSameBand(answer: FactAnswer | undefined, { from, to }: Band): boolean {
  const chosen = bandOf(answer);
  return chosen !== undefined && chosen.from === from && chosen.to === to;
}

/* Whole groups of three divided by the sign of the language. */
const grouped = {
  en: /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/,
  ro: /^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/,
};

/**
 * A number as readers of the language write it: "1.234,56" or "1,234.56". Without whole groups, a point and a comma both
 * begin the decimals: "2.5" is two and a half in both languages. `undefined` for anything else.
 */
export function parseNumber(text: string, language: 'en' | 'ro'): number | undefined {
  const bare = text.replace(/\s/gu, '');
  const digits = grouped[language].test(bare)
    ? bare.replaceAll(language === 'ro' ? '.' : ',', '')
    : bare;
  const number = digits.replace(',', '.');
  return /^\d{1,12}(\.\d{1,2})?$/.test(number) ? Number(number) : undefined;
}

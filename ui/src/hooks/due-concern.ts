import type { ConcernAnswer, ConcernReport, Duty } from '../api/types.ts';
import { aboutWords } from './whose-notes.ts';

type Texts = NonNullable<ConcernAnswer['event']>;
type Part = 'reason' | 'verify' | 'event' | 'unless';
type Named = Pick<Duty, 'id' | 'short' | 'title'>;
interface DutyAnswer {
  name: string;
  answer: ConcernAnswer;
}

/**
 * What the answers say of a line: one form with several reasons is due for all of them. What is not true of all its
 * duties stands with the name of each, as in calendars and mails.
 */
export function concernOfDuties(
  duties: readonly Named[],
  report: Pick<ConcernReport, 'duties'> | undefined,
): ConcernAnswer | undefined {
  const answers = duties.flatMap(({ id, short, title }): DutyAnswer[] => {
    const answer = report?.duties[id];
    return answer ? [{ name: short ?? title, answer }] : [];
  });
  const [first, ...others] = answers;
  if (!first || others.length === 0) return first?.answer;
  const { answer, missing, profile } = first.answer;
  return {
    answer,
    missing,
    certain: answers.some((one) => one.answer.certain),
    ...(profile !== undefined && { profile }),
    ...part(answers, 'reason'),
    ...part(answers, 'verify'),
    ...part(answers, 'event'),
    ...part(answers, 'unless'),
    ...(answers.every((one) => one.answer.optional) && { optional: true }),
  };
}

function part(answers: readonly DutyAnswer[], name: Part): { [P in Part]?: Texts } {
  if (answers.every(({ answer }) => !answer[name])) return {};
  return { [name]: { ro: joined(answers, name, 'ro'), en: joined(answers, name, 'en') } };
}

function joined(answers: readonly DutyAnswer[], name: Part, language: keyof Texts): string {
  const texts = answers.map(({ answer }) => answer[name]?.[language]);
  const isCommon = name === 'reason' || texts.every((text) => text === texts[0]);
  const words = answers.flatMap((of, at) => {
    const text = texts[at];
    if (!text) return [];
    if (isCommon) return [text];
    return [name === 'verify' ? aboutWords(text, of.name) : `${of.name}: ${text}`];
  });
  return [...new Set(words)].join('; ');
}

/** What the answers say of an entry. The reason of an article is not that of an entry with another answer. */
export function concernOfEntry(
  article: ConcernReport['articles'][string] | undefined,
  index = 0,
): ConcernAnswer | undefined {
  const own = article?.entries?.[index];
  if (!article || !own) return article;
  const isSame = own.answer === article.answer;
  if (isSame && own.certain === article.certain) return article;
  const { event, unless, optional, profile, reason } = article;
  return {
    ...(isSame && reason && { reason }),
    ...(event && { event }),
    ...(unless && { unless }),
    ...(optional && { optional }),
    ...(profile !== undefined && { profile }),
    ...own,
  };
}

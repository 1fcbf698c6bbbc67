import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import type { Answers, FactAnswer, ReportInput } from './answers.ts';
import { ApiError } from './api-error.ts';
import { client, unwrap } from './client.ts';
import { keptReport } from './kept-report.ts';
import type { Language, Question } from './types.ts';

const questions = (lang: Language) =>
  queryOptions({
    queryKey: ['concerns', 'questions', lang],
    queryFn: async ({ signal }) =>
      unwrap(await client.GET('/concerns/questions', { params: { query: { lang } }, signal })),
    staleTime: 10 * minute,
  });

function isAnswerTo({ type, options }: Question, answer: FactAnswer): boolean {
  const known = options.map(({ id }) => id);
  if (typeof answer === 'string') return type === 'one_of' && known.includes(answer);
  if (typeof answer === 'boolean') return type === 'bool';
  if (typeof answer === 'number') return type === 'number' && answer >= 0;
  const ticked = Array.isArray(answer)
    ? answer
    : 'yes' in answer && [...answer.yes, ...answer.unsure];
  if (ticked) return type === 'many_of' && ticked.every((id) => known.includes(id));
  return type === 'number' || 'unsure' in answer;
}

/* The answers without those that the server does not read any more. */
function answersTo({ facts, skipped, others, until }: ReportInput, known: Question[]): ReportInput {
  const questionOf = (id: string) => known.find((question) => question.id === id);
  const isKnown = ([id, answer]: [string, FactAnswer]) => {
    const question = questionOf(id);
    return question !== undefined && isAnswerTo(question, answer);
  };
  const read = (of: Answers['facts']) => Object.fromEntries(Object.entries(of).filter(isKnown));
  return {
    facts: read(facts),
    skipped: skipped.filter((id) => questionOf(id) !== undefined),
    others: others.map(read),
    until,
  };
}

function bodyOf({ skipped, others, until, ...input }: ReportInput, lang: Language) {
  // The document of the API leaves the shapes of answers to docs/concerns.md.
  const [facts, ...other_profiles] = [input.facts, ...others] as Array<Record<string, never>>;
  return {
    facts: facts ?? {},
    other_profiles,
    skipped: [...skipped],
    ...(until && { until }),
    reasons: true,
    lang,
  };
}

type Body = ReturnType<typeof bodyOf>;

async function decide<Answer>(
  queryClient: QueryClient,
  input: ReportInput,
  lang: Language,
  ask: (body: Body) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(bodyOf(input, lang));
  } catch (error) {
    // An update of the server may have removed a question that this device has an answer to.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const known = await queryClient.fetchQuery({ ...questions(lang), staleTime: 0 });
    return ask(bodyOf(answersTo(input, known), lang));
  }
}

/** The dates of the reader of these profiles as a file for calendars. The server keeps nothing of the request. */
export async function calendarFile(
  queryClient: QueryClient,
  profiles: ReadonlyArray<Answers['facts']>,
  lang: Language,
): Promise<Blob> {
  const [facts = {}, ...others] = profiles;
  const input = { facts, skipped: [], others, until: undefined };
  const text = await decide(queryClient, input, lang, async (body) =>
    unwrap(await client.POST('/concerns.ics', { body, parseAs: 'text' })),
  );
  return new Blob([text], { type: 'text/calendar' });
}

/* The reports of an account are private data of it. */
const reports = (uid: string | undefined) =>
  uid === undefined ? ['concerns', 'report'] : ['reader', uid, 'report'];

export const concernQueries = {
  /** The key of all reports of a visitor, or of an account. */
  reports,

  /** The questions about a reader, in order. */
  questions,

  /**
   * What concerns the reader of these answers. The server keeps nothing of the request; the last
   * report about all profiles, which have these names, stays on this device; that of an account until
   * its reader signs out.
   */
  report: (
    uid: string | undefined,
    input: ReportInput,
    lang: Language,
    names?: readonly string[],
  ) =>
    queryOptions({
      queryKey: [...reports(uid), input, lang],
      queryFn: async ({ client: queryClient, signal }) => {
        const report = await decide(queryClient, input, lang, async (body) =>
          unwrap(await client.POST('/concerns', { body, signal })),
        );
        if (names) keptReport.set({ uid, names }, input, lang, report);
        return report;
      },
      staleTime: minute,
      initialData: () => keptReport.get(uid, input, lang)?.report,
      initialDataUpdatedAt: () => keptReport.get(uid, input, lang)?.at,
    }),
};

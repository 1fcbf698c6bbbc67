import { queryOptions } from '@tanstack/react-query';
import { authed, unwrap } from './client.ts';
import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

/** A text in both languages. */
export interface BothTexts {
  ro: string;
  en: string;
}

/** A number, or a figure of the law on the day of the report unless it names another. */
export type Threshold = number | { figure: string; on?: string };

/** A condition over facts about a reader; docs/concerns.md describes its shapes. */
export interface Condition {
  all?: Condition[];
  any?: Condition[];
  not?: Condition;
  rule?: string;
  fact?: string;
  is?: string | boolean;
  in?: string[];
  at_least?: Threshold;
  more_than?: Threshold;
  at_most?: Threshold;
  unit?: string;
  unknown?: BothTexts;
  [other: string]: unknown;
}

/** The words for a no that fit the readers of a condition. */
export interface NoWhen extends BothTexts {
  condition: Condition;
}

/** Which readers an article concerns, with the words for it. */
export interface Concern {
  condition: Condition;
  reason: { yes: BothTexts; no: BothTexts; no_when?: NoWhen[] };
  event?: BothTexts;
  unless?: BothTexts;
  open_point?: BothTexts;
  optional?: boolean;
  information?: boolean;
  everyone?: boolean;
}

export type ConditionParts = components['schemas']['ConditionParts'];
export type ConditionReading = components['schemas']['ConditionReading'];

/** The key begins with the uid, so that editors never share an entry. */
export const conditionQueries = {
  /** What conditions are built from. */
  parts: (uid: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'condition parts', lang],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/desk/conditions', { params: { query: { lang } }, signal })),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** A condition in words and for made-up readers; fails while it is not complete. */
  reading: (uid: string, condition: Condition) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'condition', condition],
      queryFn: async ({ signal }) =>
        unwrap(
          await authed.POST('/desk/conditions', {
            // The document does not describe the shape of a condition.
            body: { condition: condition as Record<string, never> },
            signal,
          }),
        ),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
};

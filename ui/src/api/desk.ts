import { queryOptions } from '@tanstack/react-query';
import { authed, unwrap } from './client.ts';
import type { Concern, Condition } from './conditions.ts';
import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

export type DraftSummary = Schemas['DraftSummary'];
export type DraftState = DraftSummary['state'];
export type DraftReason = DraftSummary['reasons'][number];
export type Finding = Schemas['Finding'];
export type UncheckedSentence = Schemas['UncheckedSentence'];
export type RuleReason = Schemas['RuleReason'];
export type TextPlace = Schemas['TextPlace'];
export type FieldProblem = Schemas['FieldProblem'];

/** The texts of an article in one language; steps and dated entries are in the article's order. */
export interface DraftTranslation {
  title: string;
  in_short?: string;
  technical_summary: string;
  simple_explanation: string;
  implementation_key_points?: string[];
  deadlines?: Array<{ what: string; who?: string; rule?: string }>;
  [other: string]: unknown;
}

/** The content of a draft in the shape of an import; what the desk does not edit is kept. */
export interface DraftArticle {
  slug: string;
  title: string;
  in_short?: string;
  technical_summary: string;
  simple_explanation: string;
  steps?: Array<{ id?: string; text: string; condition?: Condition; [other: string]: unknown }>;
  deadlines?: Array<{
    what: string;
    date?: string;
    condition?: Condition;
    [other: string]: unknown;
  }>;
  concerns?: Concern;
  importance: number;
  publish_date: string;
  topic: string;
  translations?: { en?: DraftTranslation };
  [other: string]: unknown;
}

/** Conditions that the roles suggest; no part of the article until the editor takes them over. */
export interface Suggestion {
  concerns?: Concern;
  steps?: Array<{ at: number; condition: Condition }>;
  deadlines?: Array<{ at: number; condition: Condition }>;
}

export type Draft = Omit<Schemas['Draft'], 'article' | 'suggestion'> & {
  article: DraftArticle;
  suggestion?: Suggestion;
};

/** The result of saving a text. */
export type SaveAnswer =
  | { kind: 'saved'; draft: Draft }
  /** Somebody else saved since; nothing was written. */
  | { kind: 'conflict'; current: Draft }
  | { kind: 'refused'; problems: FieldProblem[] };

const asDraft = (draft: unknown) => draft as Draft;
const of = (slug: string) => ({ path: { slug } });

/** Saves a text if the stored one still has the version that was changed. */
export async function saveDraft(
  slug: string,
  version: string,
  article: DraftArticle,
): Promise<SaveAnswer> {
  const answer = await authed.POST('/desk/drafts/{slug}', {
    params: of(slug),
    // The document does not describe the shape of an import.
    body: { version, article: article as object as Record<string, never> },
  });
  const { current, problems } = (answer.error ?? {}) as {
    current?: unknown;
    problems?: FieldProblem[];
  };
  if (answer.response.status === 409 && current) {
    return { kind: 'conflict', current: asDraft(current) };
  }
  if (answer.response.status === 400 && problems) return { kind: 'refused', problems };
  return { kind: 'saved', draft: asDraft(unwrap(answer)) };
}

interface Publication {
  version: string;
  /** The ids of accepted findings. */
  confirmed: string[];
  /** The instant of publication; without it, at once. */
  at?: string;
}

export async function publishDraft(slug: string, body: Publication) {
  return unwrap(await authed.POST('/desk/drafts/{slug}/publish', { params: of(slug), body }));
}

export async function rejectDraft(slug: string, reason: string): Promise<Draft> {
  const body = { reason };
  return asDraft(
    unwrap(await authed.POST('/desk/drafts/{slug}/reject', { params: of(slug), body })),
  );
}

/** Takes a rejected draft back. */
export async function reopenDraft(slug: string): Promise<Draft> {
  return asDraft(unwrap(await authed.POST('/desk/drafts/{slug}/reopen', { params: of(slug) })));
}

/** Bases a draft on the corrected text of its act. */
export async function adoptSource(
  slug: string,
  body: { version: string; sha256: string },
): Promise<Draft> {
  return asDraft(
    unwrap(await authed.POST('/desk/drafts/{slug}/source', { params: of(slug), body })),
  );
}

/** Cancels a scheduled publication. */
export async function cancelPublication(slug: string): Promise<Draft> {
  return asDraft(unwrap(await authed.POST('/desk/drafts/{slug}/cancel', { params: of(slug) })));
}

/** The key begins with the uid, so that editors never share an entry. */
export const deskQueries = {
  drafts: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'drafts'],
      queryFn: async ({ signal }) => unwrap(await authed.GET('/desk/drafts', { signal })),
      staleTime: 0,
    }),

  /** Read once for each visit: the text on the screen then belongs to the editor. */
  draft: (uid: string, slug: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'draft', slug],
      queryFn: async ({ signal }) =>
        asDraft(unwrap(await authed.GET('/desk/drafts/{slug}', { params: of(slug), signal }))),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),

  /** The acts that the draft's act amends, with their provisions before and after. */
  amendments: (uid: string, slug: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'amendments', slug, lang],
      queryFn: async ({ signal }) =>
        unwrap(
          await authed.GET('/desk/drafts/{slug}/amendments', {
            params: { ...of(slug), query: { lang } },
            signal,
          }),
        ),
      gcTime: 0,
    }),

  /** The saved text as readers would get it. */
  preview: (uid: string, slug: string, version: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'preview', slug, version, lang],
      queryFn: async ({ signal }) =>
        unwrap(
          await authed.GET('/desk/drafts/{slug}/preview', {
            params: { ...of(slug), query: { lang } },
            signal,
          }),
        ),
      gcTime: 0,
    }),
};

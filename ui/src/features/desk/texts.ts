import type { DraftArticle, DraftTranslation } from '../../api/desk.ts';
import {
  articleSummaryInShortMaxLength,
  articleSummarySimpleExplanationMaxLength,
  articleSummaryTechnicalSummaryMaxLength,
  articleSummaryTitleMaxLength,
  datedEntryWhatMaxLength,
  stepTextMaxLength,
} from '../../api/limits.gen.ts';
import type { Language } from '../../api/types.ts';

/** The texts that every language has. */
export const textFields = ['title', 'in_short', 'simple_explanation', 'technical_summary'] as const;
export type TextField = (typeof textFields)[number];

/** Maximum lengths in characters. */
export const longest: Record<TextField | 'step' | 'deadline', number> = {
  title: articleSummaryTitleMaxLength,
  in_short: articleSummaryInShortMaxLength,
  simple_explanation: articleSummarySimpleExplanationMaxLength,
  technical_summary: articleSummaryTechnicalSummaryMaxLength,
  step: stepTextMaxLength,
  deadline: datedEntryWhatMaxLength,
};

/** The path by which the server names a text. */
export function pathOf(lang: Language, field: string): string {
  if (lang === 'ro') return field;
  const step = /^steps\[(\d+)\]\.text$/.exec(field);
  return `translations.en.${step ? `implementation_key_points[${step[1]}]` : field}`;
}

export function textOf(article: DraftArticle, lang: Language, field: TextField): string {
  return (lang === 'ro' ? article[field] : article.translations?.en?.[field]) ?? '';
}

function inEnglish(
  article: DraftArticle,
  change: (english: DraftTranslation) => DraftTranslation,
): DraftArticle {
  const english = article.translations?.en;
  if (!english) return article;
  return { ...article, translations: { ...article.translations, en: change(english) } };
}

export function withText(
  article: DraftArticle,
  lang: Language,
  field: TextField,
  text: string,
): DraftArticle {
  if (lang === 'ro') return { ...article, [field]: text };
  return inEnglish(article, (english) => ({ ...english, [field]: text }));
}

/** The steps in one language, in the article's order. */
export function stepsOf(article: DraftArticle, lang: Language): string[] {
  const steps = article.steps ?? [];
  const english = article.translations?.en?.implementation_key_points ?? [];
  return steps.map((step, at) => (lang === 'ro' ? step.text : (english[at] ?? '')));
}

export function withStep(
  article: DraftArticle,
  lang: Language,
  at: number,
  text: string,
): DraftArticle {
  if (lang === 'ro') {
    const steps = article.steps?.map((step, index) => (index === at ? { ...step, text } : step));
    return { ...article, ...(steps && { steps }) };
  }
  const texts = stepsOf(article, 'en').map((before, index) => (index === at ? text : before));
  return inEnglish(article, (english) => ({ ...english, implementation_key_points: texts }));
}

/** Adds an empty step at the end, in every language of the article. */
export function withNewStep(article: DraftArticle): DraftArticle {
  const texts = [...stepsOf(article, 'en'), ''];
  const longer = { ...article, steps: [...(article.steps ?? []), { text: '' }] };
  return inEnglish(longer, (english) => ({ ...english, implementation_key_points: texts }));
}

/** Removes a step in every language of the article. */
export function withoutStep(article: DraftArticle, at: number): DraftArticle {
  const texts = stepsOf(article, 'en').filter((_, index) => index !== at);
  const shorter = { ...article, steps: article.steps?.filter((_, index) => index !== at) ?? [] };
  return inEnglish(shorter, (english) => ({ ...english, implementation_key_points: texts }));
}

/** The texts of the dated entries in one language, in the article's order. */
export function deadlinesOf(article: DraftArticle, lang: Language): string[] {
  const english = article.translations?.en?.deadlines ?? [];
  return (article.deadlines ?? []).map((entry, at) =>
    lang === 'ro' ? entry.what : (english[at]?.what ?? ''),
  );
}

export function withDeadline(
  article: DraftArticle,
  lang: Language,
  at: number,
  what: string,
): DraftArticle {
  if (lang === 'ro') {
    const deadlines = article.deadlines?.map((entry, index) =>
      index === at ? { ...entry, what } : entry,
    );
    return { ...article, ...(deadlines && { deadlines }) };
  }
  return inEnglish(article, (english) => ({
    ...english,
    deadlines: deadlinesOf(article, 'en').map((before, index) => ({
      ...english.deadlines?.[index],
      what: index === at ? what : before,
    })),
  }));
}

/** Moves a dated entry to another day. */
export function withDay(article: DraftArticle, at: number, date: string): DraftArticle {
  const deadlines = article.deadlines?.map((entry, index) =>
    index === at ? { ...entry, date } : entry,
  );
  return { ...article, ...(deadlines && { deadlines }) };
}

/** Adds an English translation with empty texts for each step and dated entry. */
export function withEnglish(article: DraftArticle): DraftArticle {
  const english: DraftTranslation = {
    title: '',
    technical_summary: '',
    simple_explanation: '',
    implementation_key_points: (article.steps ?? []).map(() => ''),
  };
  return { ...article, translations: { ...article.translations, en: english } };
}

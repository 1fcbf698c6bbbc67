import type { Condition } from '../../api/conditions.ts';
import type { DraftArticle } from '../../api/desk.ts';
import type { Language } from '../../api/types.ts';
import { deadlinesOf, stepsOf, type TextField, textFields, textOf, withText } from './texts.ts';

/** A part of an article that is taken whole from one of two texts. */
export interface Unit {
  id: string;
  field: TextField | 'steps' | 'deadlines' | 'concerns' | 'importance' | 'topic' | 'publish_date';
  /** Missing for what all languages share. */
  lang?: Language;
  read: (article: DraftArticle) => string;
  /** What `read` leaves out and two equal parts have in common. */
  unread?: (article: DraftArticle) => unknown;
  /** The conditions of the part, to be shown below its text. */
  conditions?: (article: DraftArticle) => Condition[];
  /** Puts the part of `from` into `into`. */
  take: (into: DraftArticle, from: DraftArticle) => DraftArticle;
}

export type Side = 'mine' | 'theirs';

const text = (lang: Language, field: TextField): Unit => ({
  id: `${lang} ${field}`,
  field,
  lang,
  read: (article) => textOf(article, lang, field),
  take: (into, from) => withText(into, lang, field, textOf(from, lang, field)),
});

/* In all languages at once: their numbers of items must agree. */
function list(field: 'steps' | 'deadlines', key: 'implementation_key_points' | 'deadlines'): Unit {
  const items = field === 'steps' ? stepsOf : deadlinesOf;
  return {
    id: field,
    field,
    read: (article) => {
      const both = article.translations?.en ? (['ro', 'en'] as const) : (['ro'] as const);
      const days = field === 'deadlines' ? (article.deadlines ?? []).map(({ date }) => date) : [];
      const line = (lang: Language) =>
        items(article, lang).map((item, at) => [days[at], item].filter(Boolean).join(' '));
      return both.flatMap(line).join('\n');
    },
    unread: (article) => (article[field] ?? []).map(({ condition }) => condition ?? null),
    conditions: (article) => {
      const list: Array<{ condition?: Condition }> = article[field] ?? [];
      return list.flatMap(({ condition }) => (condition ? [condition] : []));
    },
    take: (into, from) => {
      const english = into.translations?.en;
      const theirs = from.translations?.en?.[key];
      const translations = english && { en: { ...english, ...(theirs && { [key]: theirs }) } };
      const own = from[field];
      return { ...into, ...(own && { [field]: own }), ...(translations && { translations }) };
    },
  };
}

const fact = (field: 'importance' | 'topic' | 'publish_date'): Unit => ({
  id: field,
  field,
  read: (article) => String(article[field]),
  take: (into, from) => ({ ...into, [field]: from[field] }),
});

const words = ({ ro, en }: { ro: string; en: string }) => `${ro} / ${en}`;

const concerns: Unit = {
  id: 'concerns',
  field: 'concerns',
  read: ({ concerns: concern }) => {
    const { reason, event, unless, open_point } = concern ?? {};
    const texts = [reason?.yes, reason?.no, event, unless, open_point];
    return texts.flatMap((text) => (text ? words(text) : [])).join('\n');
  },
  unread: ({ concerns: concern }) => concern,
  conditions: ({ concerns: concern }) => (concern ? [concern.condition] : []),
  take: ({ concerns: _, ...into }, from) => ({
    ...into,
    ...(from.concerns && { concerns: from.concerns }),
  }),
};

const units: Unit[] = [
  ...textFields.map((field) => text('ro', field)),
  list('steps', 'implementation_key_points'),
  list('deadlines', 'deadlines'),
  concerns,
  ...textFields.map((field) => text('en', field)),
  fact('importance'),
  fact('topic'),
  fact('publish_date'),
];

function isSame({ read, unread }: Unit, one: DraftArticle, other: DraftArticle): boolean {
  const rest = (article: DraftArticle) => JSON.stringify(unread?.(article));
  return read(one) === read(other) && rest(one) === rest(other);
}

/** The parts in which two texts differ. */
export function differences(mine: DraftArticle, theirs: DraftArticle): Unit[] {
  return units.filter((unit) => !isSame(unit, mine, theirs));
}

/** The side whose part stays by default: the one that changed it, or mine when both did. */
export function firstChoice(unit: Unit, base: DraftArticle, mine: DraftArticle): Side {
  return isSame(unit, mine, base) ? 'theirs' : 'mine';
}

/** The other editor's text with the parts of mine that were chosen. */
export function merged(
  mine: DraftArticle,
  theirs: DraftArticle,
  choice: (unit: Unit) => Side,
): DraftArticle {
  // A translation that only one of the two has stays.
  const translations = { ...mine.translations, ...theirs.translations };
  const start: DraftArticle = { ...theirs, ...(translations.en && { translations }) };
  return differences(mine, theirs)
    .filter((unit) => choice(unit) === 'mine')
    .reduce((article, unit) => unit.take(article, mine), start);
}

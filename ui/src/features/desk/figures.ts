import type { Language } from '../../api/types.ts';

/** A number, date or citation in a text. */
interface Figure {
  text: string;
  start: number;
  end: number;
}

/** A place in the source. */
export interface Place {
  start: number;
  end: number;
}

const months: Record<Language, string[]> = {
  ro: [
    'ianuarie',
    'februarie',
    'martie',
    'aprilie',
    'mai',
    'iunie',
    'iulie',
    'august',
    'septembrie',
    'octombrie',
    'noiembrie',
    'decembrie',
  ],
  en: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
};
const anyMonth = [...months.ro, ...months.en].join('|');

const kinds = [
  /(?<act>\b(?:nr\.\s?|no\.\s?)?\d{1,5}\/\d{4}\b)/,
  /(?<article>\b(?:art\.|articolul|articolele|article)\s?\d+)/,
  /(?<paragraph>\b(?:alin\.|paragraph)\s?\(\d+\))/,
  new RegExp(`(?<day>\\b\\d{1,2}\\s(?:${anyMonth})\\s\\d{4}\\b)`),
  /(?<iso>\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b)/,
  /(?<percent>\d+(?:[.,]\d+)?\s?%)/,
  /(?<number>\b\d{1,3}(?:[.,\u00a0 ]\d{3})+(?:[.,]\d{1,2})?\b|\b\d+(?:[.,]\d+)?\b)/,
];
const anyFigure = new RegExp(kinds.map(({ source }) => source).join('|'), 'giu');

/** The numbers, dates and citations of a text, in its order. */
export function findFigures(text: string): Figure[] {
  return [...text.matchAll(anyFigure)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const digits = (text: string) => text.replace(/\D/g, '');

/* The integer and the decimals of a number as its language writes it. */
function parts(text: string, language: Language): [string, string] {
  const [whole = '', decimals = ''] = text.split(language === 'ro' ? ',' : '.');
  // "10.5" in Romanian: a point before other than three digits is a decimal point.
  const point = /^(\d+)\.(\d{1,2})$/.exec(whole);
  if (point) return [point[1] ?? '', point[2] ?? ''];
  return [digits(whole), digits(decimals)];
}

/* The number as legal texts write it: 50.000, 50 000 or 50000, and 0,5. */
function numberPattern(text: string, language: Language): string {
  const [whole, decimals] = parts(text, language);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '[.\\s]?');
  const fraction = decimals.replace(/0+$/, '');
  return fraction ? `${grouped},${fraction}0*` : `${grouped}(?:,0+)?`;
}

function dayPattern(day: string, month: number, year: string): string {
  const name = months.ro[month - 1] ?? '';
  const two = String(month).padStart(2, '0');
  const dayOf = `0?${Number(day)}`;
  return `${dayOf}\\s+${name}\\s+${year}|${dayOf}\\.0?${month}\\.${year}|${year}-${two}-${day.padStart(2, '0')}`;
}

/* Day, month and year of a written date. */
function dateParts(text: string): [string, number, string] | undefined {
  const named = /^(\d{1,2})\s(\S+)\s(\d{4})$/.exec(text);
  if (named) {
    const [, day = '', name = '', year = ''] = named;
    const found = [months.ro, months.en].map((list) => list.indexOf(name.toLowerCase()));
    return [day, Math.max(...found) + 1, year];
  }
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return [iso[3] ?? '', Number(iso[2]), iso[1] ?? ''];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  return dotted ? [dotted[1] ?? '', Number(dotted[2]), dotted[3] ?? ''] : undefined;
}

/** The day that a figure names, as `2026-05-25`; `undefined` for any other figure. */
export function dayOf(figure: string): string | undefined {
  const parts = dateParts(figure);
  if (!parts) return undefined;
  const [day, month, year] = parts;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function pattern(text: string, language: Language): string {
  const date = dateParts(text);
  if (date) return dayPattern(...date);
  const act = /(\d+)\/(\d{4})/.exec(text);
  if (act)
    return `${act[1]}\\s?\\/\\s?${act[2]}|nr\\.\\s?${act[1]}\\s+din\\s+[^\\n]{0,30}${act[2]}`;
  if (/^art/i.test(text)) return `art(?:\\.|icolul|icolele)?\\s*${digits(text)}(?![\\d/])`;
  if (/\(\d+\)$/.test(text)) return `\\(${digits(text)}\\)`;
  if (text.endsWith('%')) {
    return `${numberPattern(text.slice(0, -1).trim(), language)}\\s?(?:%|la\\s+sut[aă])`;
  }
  return `${numberPattern(text, language)}(?![\\d])`;
}

/** Where the source has the figure first; `undefined` where it does not. */
export function placeOf(figure: string, language: Language, source: string): Place | undefined {
  const wanted = new RegExp(`(?<![\\d.,/])(?:${pattern(figure, language)})`, 'iu');
  const found = wanted.exec(source.normalize('NFC'));
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

/** The place of these characters, as the server counts them, in the normalised text. */
export function placeOfCharacters(place: Place, text: string): Place {
  const characters = [...text];
  const lengthUntil = (at: number) => characters.slice(0, at).join('').normalize('NFC').length;
  return { start: lengthUntil(place.start), end: lengthUntil(place.end) };
}

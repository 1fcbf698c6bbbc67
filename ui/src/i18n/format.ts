import { kept, keptDates } from './instant.ts';
import type { Language } from './language.ts';

const plain = (options: Intl.DateTimeFormatOptions) => keptDates({ ...options, timeZone: 'UTC' });

const longDate = plain({ dateStyle: 'long' });
const dayOfMonth = plain({ day: 'numeric' });
const monthNames = {
  long: plain({ month: 'long' }),
  short: plain({ month: 'short' }),
  narrow: plain({ month: 'narrow' }),
};
const weekdays = { long: plain({ weekday: 'long' }), short: plain({ weekday: 'short' }) };
const moment = keptDates({ dateStyle: 'long', timeStyle: 'short' });
const momentWithOffset = keptDates({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'shortOffset',
});
const distance = kept((locale) => new Intl.RelativeTimeFormat(locale));
/* Made when it is needed: the first format makes the browser load its tables. */
let isoInBucharest: Intl.DateTimeFormat | undefined;
const number = kept((locale) => new Intl.NumberFormat(locale));
const plurals = kept((locale) => new Intl.PluralRules(locale));
const list = kept((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));

/** A legal date (`2025-12-15`) is a plain day, never shifted by the reader's time zone. */
function plainDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

export function formatDate(date: string, language: Language): string {
  return longDate(language).format(plainDay(date));
}

/** The same, with the day and its month on one line. */
export function formatDay(date: string, language: Language): string {
  return formatDate(date, language).replace(' ', '\u00a0');
}

/** How far a day is: "in 39 days", "in 13 months", "2 years ago". */
export function formatDistance(days: number, language: Language): string {
  const format = distance(language);
  const months = Math.round(days / 30.4375);
  if (Math.abs(days) <= 90) return format.format(days, 'day');
  if (Math.abs(months) < 24) return format.format(months, 'month');
  return format.format(Math.trunc(months / 12), 'year');
}

/** An instant with its hour, in the reader's time zone. */
export function formatMoment(instant: string, language: Language): string {
  return moment(language).format(new Date(instant));
}

/** The same with the offset of the time zone, to compare with the server's log: "14:05 GMT+2". */
export function formatMomentWithOffset(instant: string, language: Language): string {
  return momentWithOffset(language).format(new Date(instant));
}

/** The name of a month, counted from 0. */
export function formatMonth(
  year: number,
  month: number,
  language: Language,
  style: keyof typeof monthNames,
): string {
  return monthNames[style](language).format(new Date(Date.UTC(year, month, 1)));
}

/** The name of the day of the week. */
export function formatWeekday(date: string, language: Language, style: 'long' | 'short'): string {
  return weekdays[style](language).format(plainDay(date));
}

export function formatNumber(value: number, language: Language): string {
  return number(language).format(value);
}

/** A written number with its unit: "38.400 de lei", "3–49 de salariați"; a unit is a plural, hence "salariați: 1". */
export function formatWithUnit(
  written: string,
  count: number,
  unit: string,
  language: Language,
): string {
  if (count === 1) return `${unit}: ${written}`;
  const isJoined = language === 'ro' && plurals(language).select(Math.round(count)) === 'other';
  return isJoined ? `${written} de ${unit}` : `${written} ${unit}`;
}

export function formatList(parts: string[], language: Language): string {
  return list(language).format(parts);
}

/** Day, month and, when not the current one, year; for the deadlines column. */
export function dateParts(date: string, language: Language, today: string) {
  const day = plainDay(date);
  const year = date.slice(0, 4);
  return {
    day: dayOfMonth(language).format(day),
    month: monthNames.long(language).format(day),
    year: year === today.slice(0, 4) ? undefined : year,
  };
}

/** Today's date in Bucharest, where deadlines apply. */
export function todayInBucharest(now = new Date()): string {
  // Swedish dates are ISO dates.
  isoInBucharest ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Bucharest',
    dateStyle: 'short',
  });
  return isoInBucharest.format(now);
}

/* A day as it is read now: its year only if it is another one. */
function here(options: Intl.DateTimeFormatOptions) {
  const thisYear = plain({ ...options, day: 'numeric', month: 'long' });
  const anotherYear = plain({ ...options, day: 'numeric', month: 'long', year: 'numeric' });
  return (date: string, language: Language, today: string): string => {
    const format = date.slice(0, 4) === today.slice(0, 4) ? thisYear : anotherYear;
    return format(language).format(plainDay(date));
  };
}

/** "31 December", or "31 March 2027" in another year. */
export const formatDayHere = here({});

/** The same with the day of the week: "Wednesday, 2 December". */
export const formatWeekdayHere = here({ weekday: 'long' });

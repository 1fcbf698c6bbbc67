import { monthsAfter } from '../api/plain-dates.ts';
import type { ConcernDate, ConcernReport, Duty } from '../api/types.ts';
import { dutyTermKey, type TermDate } from './term-dates.ts';

/** What is due on a day: duties with the same form and the articles about them are one line. */
export interface DateLine {
  /** Unique among the lines. */
  key: string;
  date: string;
  /** The last working day before a day off that the law does not move. */
  fileBy: string | undefined;
  /** The form to file. */
  form: string | null;
  /** The month that a monthly form is about. */
  period?: string | undefined;
  /** What to do, in the words of each source. */
  what: string[];
  /** Ids of duties. */
  duties: string[];
  /** Slugs of articles. */
  articles: string[];
  /** It is due only when this happens. */
  event: Bilingual | undefined;
  /** What ticks the line off: one of each source. */
  ticks: Tick[];
  /** The places of the profiles that it is due for, if the reader has several. */
  profiles: number[];
}

/** The day of a duty or of an article's entry, as the reader's ticks name it. */
export interface Tick {
  /** The id of the duty, or the slug of the article. */
  of: string;
  id: string;
}

const tickOf = (date: string, of: string, entry = 0): Tick => ({ of, id: `due-${date}-${entry}` });

type Bilingual = NonNullable<ConcernReport['duties'][string]['event']>;
interface DutyArticles {
  id: string;
  /** The few words that stand beside the form. */
  short?: string;
  form?: string;
  recurs?: NonNullable<Duty['recurs']>;
  days?: Duty['days'];
  articles: ReadonlyArray<{ slug: string }>;
}

const isSame = (a: number[], b: number[]) => a.join() === b.join();

/* One form of two profiles is two returns, unless one duty is due for both. */
function addDuty(lines: DateLine[], day: ConcernDate, duties: readonly DutyArticles[]): void {
  const { date, form, what: title, duty = '', profiles = [], file_by: fileBy } = day;
  const what = duties.find(({ id }) => id === duty)?.short ?? title;
  const same = lines.find(
    (line) =>
      line.date === date &&
      form &&
      line.form === form &&
      !line.duties.includes(duty) &&
      isSame(line.profiles, profiles),
  );
  if (same) {
    same.duties.push(duty);
    same.ticks.push(tickOf(date, duty));
    if (!same.what.includes(what)) same.what.push(what);
    return;
  }
  const key = `${date} ${duty} ${lines.length}`;
  const ticks = [tickOf(date, duty)];
  const of = { duties: [duty], articles: [], event: undefined };
  lines.push({ key, date, fileBy, form, what: [what], ...of, ticks, profiles });
}

/** The dates of a report as lines, in order. `duties` name the articles that explain them. */
export function dateLines(report: ConcernReport, duties: readonly DutyArticles[]): DateLine[] {
  const lines: DateLine[] = [];
  for (const date of report.dates) if (date.duty) addDuty(lines, date, duties);

  for (const day of report.dates) {
    const { date, duty: named, article, entry, form, what, profiles = [], file_by: fileBy } = day;
    if (!article) continue;
    const explains = (id: string) =>
      id === named ||
      duties.some((duty) => duty.id === id && duty.articles.some(({ slug }) => slug === article));
    const same = lines.find(
      (line) =>
        line.date === date &&
        (line.duties.some(explains) || (form && line.form === form)) &&
        (profiles.length === 0 || profiles.some((place) => line.profiles.includes(place))),
    );
    if (same) {
      if (!same.articles.includes(article)) same.articles.push(article);
      same.ticks.push(tickOf(date, article, entry));
      continue;
    }
    const key = `${date} ${article} ${entry}`;
    lines.push({
      key,
      date,
      fileBy,
      form,
      what: [what],
      duties: [],
      articles: [article],
      event: undefined,
      ticks: [tickOf(date, article, entry)],
      profiles,
    });
  }
  for (const line of lines) {
    line.event = eventOf(line, report);
    const duty = duties.find(({ id }) => id === line.duties[0]);
    const day = duty?.days?.find(({ date }) => date === line.date);
    line.period = duty && periodOf(duty, day?.nominal ?? line.date);
  }
  return lines.sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

/** The month before: what a form that is due each month is about. */
export function periodOf(
  { form, recurs }: Pick<Duty, 'form' | 'recurs'>,
  nominal: string,
): string | undefined {
  if (!form || !recurs || !('monthly' in recurs)) return undefined;
  return monthsAfter(nominal.slice(0, 7), -1);
}

/* One source without a condition makes the line certain. */
function eventOf({ duties, articles }: DateLine, report: ConcernReport): Bilingual | undefined {
  const answers =
    duties.length > 0
      ? duties.map((id) => report.duties[id])
      : articles.map((slug) => report.articles[slug]);
  const events = answers.map((answer) => answer?.event);
  return events.every((event) => event !== undefined) ? events[0] : undefined;
}

/** The ends of the terms that the reader has dated, of duties that are the reader's. */
export function termLines(
  report: ConcernReport,
  duties: readonly Duty[],
  terms: Readonly<Record<string, TermDate>>,
): DateLine[] {
  return duties.flatMap((duty) => {
    const { id, form = null, short, title, articles, within } = duty;
    const key = dutyTermKey(duty);
    const date = terms[key]?.until;
    if (!within || !date || date < report.today || report.duties[id]?.answer !== 'yes') return [];
    const line: DateLine = {
      key,
      date,
      form,
      what: [short ?? title],
      duties: [id],
      articles: articles.map(({ slug }) => slug),
      event: undefined,
      ticks: [tickOf(date, id)],
      fileBy: undefined,
      profiles: [],
    };
    return [line];
  });
}

/** The lines by day, in order. */
export function byDay(lines: DateLine[]): Array<{ date: string; lines: DateLine[] }> {
  const days = new Map<string, DateLine[]>();
  for (const line of lines) days.set(line.date, [...(days.get(line.date) ?? []), line]);
  return [...days].map(([date, of]) => ({ date, lines: of }));
}

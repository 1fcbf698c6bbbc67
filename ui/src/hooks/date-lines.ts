import type { ConcernDate, ConcernReport, Duty } from '../api/types.ts';
import { type DueKind, kindOf } from './due-kind.ts';
import { dutyTermKey, type TermDate } from './term-dates.ts';

/** What is due on a day: duties with the same form and period, and the articles about them, are one line. */
export interface DateLine {
  /** Unique among the lines. */
  key: string;
  date: string;
  /** The last working day before a day off that the law does not move. */
  fileBy: string | undefined;
  /** The form to file. */
  form: string | null;
  /** The month or the quarter that the form is about, such as `2026-10` or `2026-Q3`. */
  period?: string | undefined;
  /** What to do, in the words of each source. */
  what: string[];
  /** Ids of duties. */
  duties: string[];
  /** Slugs of articles. */
  articles: string[];
  kind: DueKind;
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
  event?: string;
  optional?: boolean;
  articles: ReadonlyArray<{ slug: string }>;
}

const undecided = { kind: 'certain', event: undefined } as const;

const isSame = (a: number[], b: number[]) => a.join() === b.join();

const isSamePeriod = (a: string | undefined, b: string | undefined) => !a || !b || a === b;

/* One form about two periods is two returns, and so is one of two profiles, unless one duty is due for both. */
function addDuty(lines: DateLine[], day: ConcernDate, duties: readonly DutyArticles[]): void {
  const { date, form, what: title, duty = '', profiles = [], file_by: fileBy } = day;
  const own = duties.find(({ id }) => id === duty);
  const what = own?.short ?? title;
  const period = own?.days?.find((one) => one.date === date)?.period;
  const same = lines.find(
    (line) =>
      line.date === date &&
      form &&
      line.form === form &&
      isSamePeriod(line.period, period) &&
      !line.duties.includes(duty) &&
      isSame(line.profiles, profiles),
  );
  if (same) {
    same.duties.push(duty);
    same.ticks.push(tickOf(date, duty));
    same.period ??= period;
    same.what.push(what);
    return;
  }
  const key = `${date} ${duty} ${lines.length}`;
  const ticks = [tickOf(date, duty)];
  const of = { duties: [duty], articles: [], ...undecided };
  lines.push({ key, date, fileBy, form, period, what: [what], ...of, ticks, profiles });
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
      ...undecided,
      ticks: [tickOf(date, article, entry)],
      profiles,
    });
  }
  return lines
    .flatMap((line) => decided(line, report, duties))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/* Duties that depend on events of their own have a line each. */
function decided(
  line: DateLine,
  { duties: answers, articles }: ConcernReport,
  duties: readonly DutyArticles[],
): DateLine[] {
  const ofDuty = (id: string) => answers[id] ?? duties.find((duty) => duty.id === id);
  const isOfDuties = line.duties.length > 0;
  const kind = kindOf(
    isOfDuties ? line.duties.map(ofDuty) : line.articles.map((slug) => articles[slug]),
  );
  if (kind === 'certain') return [line];
  return parts(line).map((part) => {
    const [id = ''] = part.duties;
    const [slug = ''] = part.articles;
    const event = (isOfDuties ? answers[id] : articles[slug])?.event;
    return { ...part, kind, event, period: periodOf(part, duties) };
  });
}

/* The month or the quarter that a part of a line is about. */
function periodOf({ date, duties: ids }: DateLine, duties: readonly DutyArticles[]) {
  const dayOf = (id: string) =>
    duties.find((duty) => duty.id === id)?.days?.find((day) => day.date === date);
  return ids.map((id) => dayOf(id)?.period).find(Boolean);
}

/** A line of one duty each: their conditions differ. */
export function parts(line: DateLine): DateLine[] {
  if (line.duties.length < 2) return [line];
  return line.duties.map((id, at) => ({
    ...line,
    key: `${line.key} ${id}`,
    duties: [id],
    ticks: line.ticks.filter(({ of }) => of === id),
    what: [line.what[at] ?? line.what[0] ?? ''],
  }));
}

/** The ends of the terms that the reader has dated, without those of duties that by the report concern the reader no
 * longer. */
export function termLines(
  duties: readonly Duty[],
  terms: Readonly<Record<string, TermDate>>,
  report: Pick<ConcernReport, 'duties'> | undefined,
): DateLine[] {
  const concerned = duties.filter(({ id }) => report?.duties[id]?.answer !== 'no');
  return concerned.flatMap((duty) => {
    const { id, form = null, short, title, articles, within } = duty;
    const key = dutyTermKey(duty);
    const date = terms[key]?.until;
    if (!within || !date) return [];
    const line: DateLine = {
      key,
      date,
      form,
      what: [short ?? title],
      duties: [id],
      articles: articles.map(({ slug }) => slug),
      ...undecided,
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

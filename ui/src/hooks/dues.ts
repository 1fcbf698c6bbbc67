import type {
  ConcernAnswer,
  ConcernDate,
  ConcernReport,
  Deadline,
  Duty,
  ShiftReason,
} from '../api/types.ts';
import { type DateLine, dateLines, parts, type Tick, termLines } from './date-lines.ts';
import { concernOfDuties, concernOfEntry } from './due-concern.ts';
import { type DueKind, isConditional } from './due-kind.ts';
import { mergedWords } from './merged-words.ts';
import type { TermDate } from './term-dates.ts';

/** What is due on a day: a form with its sources. */
export interface Due {
  /** Unique among those of a month. */
  key: string;
  date: string;
  form: string | null;
  /** The few words beside the form; alone without one. */
  words: string;
  /** Only `certain` is counted. A maybe waits for an answer; what is followed need not be the reader's. */
  kind: DueKind | 'maybe' | 'followed';
  duties: Duty[];
  /** The entries of articles with the same day. */
  deadlines: Deadline[];
  /** What the answers say of it, with the reasons of all its duties. */
  concern: ConcernAnswer | undefined;
  /** The day that the rule names, and why the date is another. */
  nominal: string | undefined;
  reason: ShiftReason | undefined;
  /** The last working day before a day off that the law does not move. */
  fileBy: string | undefined;
  /** The month or the quarter that a form is about, such as `2026-10` or `2026-Q3`. */
  period: string | undefined;
  /** The names of the profiles that it is due for, if the reader has several. */
  whose: string;
  /** The day from which the reader counts a term. */
  from: string | undefined;
  /** What ticks it off: one of each source. */
  ticks: Tick[];
}

/** What there is to choose from, and what decides. */
export interface Sources {
  month: string;
  today: string;
  deadlines: Deadline[];
  duties: Duty[];
  /** Without it, everything is shown. */
  report: ConcernReport | undefined;
  /** Whether the reader follows the duty or the entry with this day by name. */
  follows: (day: string) => boolean;
  /** The names of the profiles that the report is about, at the places that it names. */
  names: readonly string[];
  terms: Readonly<Record<string, TermDate>>;
}

/** The answer about an entry of an article. What the article does not concern, no entry of it does. */
export function answerOf(
  { slug, index }: Pick<Deadline, 'slug' | 'index'>,
  report: ConcernReport,
): ConcernAnswer['answer'] | undefined {
  const article = report.articles[slug];
  if (article?.answer === 'no') return 'no';
  return (article?.entries?.[index] ?? article)?.answer;
}

function datesOf(duties: Duty[], deadlines: Deadline[]): ConcernDate[] {
  const ofDuties = duties.flatMap(({ id, form, title, days }) =>
    days.map(({ date }) => ({ date, duty: id, form: form ?? null, what: title })),
  );
  const ofArticles = deadlines
    .filter(({ kind }) => kind === 'due')
    .map(({ date, slug, index, what }) => ({
      date,
      article: slug,
      entry: index,
      form: null,
      what,
    }));
  return [...ofDuties, ...ofArticles];
}

/* Without answers, an article says itself on which event its days depend. */
function withoutAnswers(deadlines: Deadline[]): Pick<ConcernReport, 'duties' | 'articles'> {
  const articles = deadlines.map(({ slug, event }): [string, ConcernAnswer] => [
    slug,
    {
      answer: 'maybe',
      certain: true,
      missing: [],
      ...(event !== undefined && { event: { ro: event, en: event } }),
    },
  ]);
  return { duties: {}, articles: Object.fromEntries(articles) };
}

/** What is due in the month, soonest first; what is due only if something is so comes last. */
export function dueIn(sources: Sources): Due[] {
  const { month, report, duties, terms } = sources;
  const none = withoutAnswers(sources.deadlines.filter(({ kind }) => kind === 'due'));
  const linesOf = (dates: ConcernDate[]) =>
    dateLines(
      {
        ...none,
        ...report,
        dates: dates.filter(({ date }) => date.startsWith(month)),
      } as ConcernReport,
      duties,
    );
  const sure = linesOf(datesOfAnswers(sources)).map((line) => dueOf(line, line.kind, sources));
  const followed = linesOf(followedDates(sources)).map((line) => dueOf(line, 'followed', sources));
  const maybe = linesOf(openDates(sources))
    .flatMap(parts)
    .map((line) => dueOf(line, 'maybe', sources));
  const dated = termLines(duties, terms, report)
    .filter(({ date }) => date.startsWith(month))
    .map((line) => ({ ...dueOf(line, 'certain', sources), from: terms[line.key]?.from }));
  return [...joined([...sure, ...followed, ...maybe]), ...dated].sort(
    (a, b) => Number(isConditional(a)) - Number(isConditional(b)) || a.date.localeCompare(b.date),
  );
}

/* An entry about a duty of the same day is a source of its label. */
function joined(dues: Due[]): Due[] {
  const dutyOf = ({ date, duties, deadlines: [entry] }: Due) =>
    duties.length === 0 && entry
      ? dues.find(
          (other) =>
            other.date === date &&
            other.duties.some(
              ({ id, articles }) =>
                // A list kept from an earlier version has none.
                (entry.duties as string[] | undefined)?.includes(id) ||
                articles.some(({ slug }) => slug === entry.slug),
            ),
        )
      : undefined;
  return dues.flatMap((due) => {
    const own = dutyOf(due);
    if (!own) return [due];
    own.deadlines = [...new Set([...own.deadlines, ...due.deadlines])];
    own.ticks = [...own.ticks, ...due.ticks];
    return [];
  });
}

/* The report has the days from its own on; those before it follow from the answers. */
function datesOfAnswers({ report, duties, deadlines, today }: Sources): ConcernDate[] {
  if (!report) return datesOf(duties, deadlines);
  const past = datesOf(
    duties.filter(({ id }) => report.duties[id]?.answer === 'yes'),
    deadlines.filter((day) => answerOf(day, report) === 'yes'),
  ).filter(({ date }) => date < report.today && date < today);
  return [...past, ...report.dates];
}

function followedDates({ report, duties, deadlines, follows }: Sources): ConcernDate[] {
  if (!report) return [];
  return datesOf(
    duties.filter(({ id }) => report.duties[id]?.answer !== 'yes' && follows(`duty.${id}`)),
    deadlines.filter((day) => answerOf(day, report) !== 'yes' && follows(day.id)),
  );
}

function openDates({ report, duties, deadlines, follows }: Sources): ConcernDate[] {
  if (!report) return [];
  return datesOf(
    duties.filter(({ id }) => report.duties[id]?.answer === 'maybe' && !follows(`duty.${id}`)),
    deadlines.filter((day) => answerOf(day, report) === 'maybe' && !follows(day.id)),
  );
}

function dueOf(line: DateLine, kind: Due['kind'], sources: Sources): Due {
  const { report } = sources;
  const duties = sources.duties.filter(({ id }) => line.duties.includes(id));
  const [duty] = duties;
  const deadlines = sources.deadlines.filter((day) => day.kind === 'due' && isOf(day, line));
  const ofDuty = duty?.days.find(({ date }) => date === line.date);
  const [entry] = deadlines;
  const day = ofDuty ?? entry;
  const short = duties.map(({ short, title }) => short ?? title);
  const [slug = ''] = line.articles;
  const concern = duty
    ? concernOfDuties(duties, report)
    : concernOfEntry(report?.articles[slug], entry?.index);
  const words = mergedWords(short.length > 0 ? short : line.what);
  return {
    key: line.key,
    date: line.date,
    form: line.form,
    words,
    kind,
    duties,
    deadlines,
    concern,
    nominal: day?.nominal,
    reason: day?.shift_reason,
    fileBy: day?.file_by,
    period: isConditional({ kind }) ? undefined : line.period,
    whose: whoseOf(line.profiles, concern, sources.names),
    from: undefined,
    ticks: line.ticks,
  };
}

/* A day before the report, or of a maybe, is that of the profile that decided. */
function whoseOf(
  places: number[],
  concern: ConcernAnswer | undefined,
  names: readonly string[],
): string {
  const decided = concern?.answer === 'no' ? undefined : concern?.profile;
  const of = places.length > 0 ? places : [decided ?? -1];
  return of.flatMap((place) => names[place] ?? []).join(', ');
}

function isOf({ date, slug, index }: Deadline, { articles, duties, date: on, ticks }: DateLine) {
  if (date !== on || !articles.includes(slug)) return false;
  const isTick = ({ of, id }: Tick) => of === slug && id === `due-${date}-${index}`;
  return duties.length > 0 || ticks.some(isTick);
}

/** The days that have something, in order. */
export function byDate(dues: Due[]): Array<{ date: string; dues: Due[] }> {
  const days = new Map<string, Due[]>();
  for (const due of dues) days.set(due.date, [...(days.get(due.date) ?? []), due]);
  return [...days]
    .map(([date, of]) => ({ date, dues: of }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The moved days, each once. */
export function movedDays(
  dues: Due[],
): Array<{ nominal: string; date: string; reason: ShiftReason }> {
  const moved = dues.flatMap(({ nominal, date, reason }) =>
    nominal && reason ? [{ nominal, date, reason }] : [],
  );
  return moved
    .filter(
      ({ nominal, date }, at) =>
        moved.findIndex((one) => one.nominal === nominal && one.date === date) === at,
    )
    .sort((a, b) => a.nominal.localeCompare(b.nominal));
}

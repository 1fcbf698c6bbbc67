import type {
  ConcernAnswer,
  ConcernDate,
  ConcernReport,
  Deadline,
  Duty,
  ShiftReason,
} from '../../api/types.ts';
import { type DateLine, dateLines, periodOf, type Tick } from '../../hooks/date-lines.ts';
import { dutyTermKey, type TermDate } from '../../hooks/term-dates.ts';

/** What is due on a day: a form with its sources. */
export interface Due {
  /** Unique among those of a month. */
  key: string;
  date: string;
  form: string | null;
  /** The few words beside the form; alone without one. */
  words: string;
  /** Due only if something happens or an answer is yes: it is never counted as certain. */
  conditional: boolean;
  duties: Duty[];
  /** The entries of articles with the same day. */
  deadlines: Deadline[];
  /** What the answers say of it. */
  concern: ConcernAnswer | undefined;
  /** The day that the rule names, and why the date is another. */
  nominal: string | undefined;
  reason: ShiftReason | undefined;
  /** The last working day before a day off that the law does not move. */
  fileBy: string | undefined;
  /** The month that a monthly form is about. */
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

/** The answer about an entry of an article. */
export function answerOf(
  { slug, index }: Pick<Deadline, 'slug' | 'index'>,
  report: ConcernReport,
): ConcernAnswer['answer'] | undefined {
  const article = report.articles[slug];
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

const none: Pick<ConcernReport, 'duties' | 'articles'> = { duties: {}, articles: {} };

/** What is due in the month, soonest first: what is certain, then what is due only if something is so. */
export function dueIn(sources: Sources): Due[] {
  const { month, report, duties, deadlines } = sources;
  const isIn = ({ date }: { date: string }) => date.startsWith(month);
  const certain = certainDates(sources).filter(isIn);
  const lines = dateLines({ ...none, ...report, dates: certain } as ConcernReport, duties);
  const sure = lines.flatMap((line) => labels(line, sources));

  const maybeDuties = report
    ? duties.filter(({ id }) => report.duties[id]?.answer === 'maybe')
    : [];
  const maybeEntries = report ? deadlines.filter((day) => answerOf(day, report) === 'maybe') : [];
  const open = datesOf(
    maybeDuties.filter(({ id }) => !sources.follows(`duty.${id}`)),
    maybeEntries.filter(({ id }) => !sources.follows(id)),
  ).filter(isIn);
  const maybe = dateLines({ ...none, ...report, dates: open } as ConcernReport, duties).flatMap(
    (line) => parts(line).map((part) => dueOf(part, true, sources)),
  );
  return [...joined([...sure, ...maybe]), ...termsIn(sources)].sort(
    (a, b) => Number(a.conditional) - Number(b.conditional) || a.date.localeCompare(b.date),
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
function certainDates({ report, duties, deadlines, follows, today }: Sources): ConcernDate[] {
  if (!report) return datesOf(duties, deadlines);
  const isYes = ({ id }: Duty) => report.duties[id]?.answer === 'yes';
  const isYesDay = (day: Deadline) => answerOf(day, report) === 'yes';
  const past = datesOf(duties.filter(isYes), deadlines.filter(isYesDay)).filter(
    ({ date }) => date < report.today && date < today,
  );
  const chosen = datesOf(
    duties.filter((duty) => !isYes(duty) && follows(`duty.${duty.id}`)),
    deadlines.filter((day) => !isYesDay(day) && follows(day.id)),
  );
  return [...past, ...report.dates, ...chosen];
}

/** A line of one duty each: their conditions differ. */
function parts(line: DateLine): DateLine[] {
  if (line.duties.length < 2) return [line];
  return line.duties.map((id, at) => ({
    ...line,
    key: `${line.key} ${id}`,
    duties: [id],
    ticks: line.ticks.filter(({ of }) => of === id),
    what: [line.what[at] ?? line.what[0] ?? ''],
  }));
}

function labels(line: DateLine, sources: Sources): Due[] {
  const { report, duties } = sources;
  const depends = (id: string) => {
    const concern = report?.duties[id] ?? duties.find((duty) => duty.id === id);
    return Boolean(concern?.event || concern?.optional);
  };
  const ofArticle = () => line.articles.every((slug) => report?.articles[slug]?.event);
  const conditional = line.duties.length > 0 ? line.duties.every(depends) : ofArticle();
  const each = conditional ? parts(line) : [line];
  return each.map((part) => dueOf(part, conditional, sources));
}

function dueOf(line: DateLine, conditional: boolean, sources: Sources): Due {
  const { report } = sources;
  const duties = sources.duties.filter(({ id }) => line.duties.includes(id));
  const [duty] = duties;
  const deadlines = sources.deadlines.filter((day) => day.kind === 'due' && isOf(day, line));
  const day = duty?.days.find(({ date }) => date === line.date) ?? deadlines[0];
  const short = duties.map(({ short, title }) => short ?? title);
  const [slug = ''] = line.articles;
  const concern = duty ? report?.duties[duty.id] : report?.articles[slug];
  const words = short.length > 0 ? [...new Set(short)].join(', ') : line.what.join('; ');
  return {
    key: line.key,
    date: line.date,
    form: line.form,
    words,
    conditional,
    duties,
    deadlines,
    concern,
    nominal: day?.nominal,
    reason: day?.shift_reason,
    fileBy: day?.file_by,
    period: duty && !conditional ? periodOf(duty, day?.nominal ?? line.date) : undefined,
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

/* The ends of the terms that the reader has dated. */
function termsIn({ month, duties, terms }: Sources): Due[] {
  return duties.flatMap((duty) => {
    const term = terms[dutyTermKey(duty)];
    if (!duty.within || !term?.until.startsWith(month)) return [];
    const due: Due = {
      key: dutyTermKey(duty),
      date: term.until,
      form: duty.form ?? null,
      words: duty.short ?? duty.title,
      conditional: false,
      duties: [duty],
      deadlines: [],
      concern: undefined,
      nominal: undefined,
      reason: undefined,
      fileBy: undefined,
      period: undefined,
      whose: '',
      from: term.from,
      ticks: [{ of: duty.id, id: `due-${term.until}-0` }],
    };
    return [due];
  });
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

/** What has no day: with an event of the reader's, or with a day that is set each year. */
export function undated({ duties, report, follows }: Sources): Duty[] {
  const isShown = (duty: Duty) => {
    const concern = report?.duties[duty.id];
    return (
      !report || (concern?.answer === 'yes' && !concern.information) || follows(`duty.${duty.id}`)
    );
  };
  return duties.filter((duty) => !duty.recurs && isShown(duty));
}

/** Whether it follows an event of the reader's. */
export const isByEvent = ({ event, within }: Duty) => Boolean(event || within);

/** Whether something without a day may still be due, so that nothing is not certain. */
export function isOpen(sources: Sources): boolean {
  const { duties, report } = sources;
  if (!report) return false;
  const mayBe = ({ id, recurs }: Duty) => !recurs && report.duties[id]?.answer === 'maybe';
  return [...duties.filter(mayBe), ...undated(sources)].some((duty) => !isByEvent(duty));
}

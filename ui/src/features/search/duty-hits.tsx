import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthOfDay } from '../../api/plain-dates.ts';
import type { ConcernAnswer, ConcernReport, SearchAnswer } from '../../api/types.ts';
import { kindOf } from '../../hooks/due-kind.ts';
import { ownWhat } from '../../hooks/own-what.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DayOff } from '../../parts/day-off.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { useDueWords } from '../../parts/use-due-words.ts';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { classes } from '../../ui/classes.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { muted, plain } from '../../ui/layout.ts';
import styles from './duty-hits.module.css';

type Duty = SearchAnswer['duties'][number];

const ranks = { yes: 0, maybe: 1, no: 2 };

/* One form has several duties: those of the reader come first. */
function byVerdict(duties: Duty[], report: ConcernReport | undefined): Duty[] {
  const rank = ({ id }: Duty) => ranks[report?.duties[id]?.answer ?? 'maybe'];
  return duties.toSorted((one, other) => rank(one) - rank(other));
}

/** The duties that the query names, each with its next day; opened, they are among the deadlines. */
export function DutyHits({ duties }: Pick<SearchAnswer, 'duties'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { report, profiles, ...concerns } = useConcerns();
  const isAwaited = concerns.isAwaited && report === undefined;
  if (duties.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="found-duties">
      <h3 id="found-duties" className={styles.heading}>
        {t(($) => $.search.duties)}
      </h3>
      <ul className={classes(plain, styles.duties)}>
        {byVerdict(duties, report).map((duty) => (
          <li key={duty.id} className={styles.duty}>
            <Link
              to={to.duty(duty.id, duty.next && monthOfDay(duty.next))}
              className={styles.title}
            >
              {duty.form && <b>{duty.form}</b>} <KeptWords text={withoutForm(duty)} />
            </Link>
            <VerdictMark
              concern={report?.duties[duty.id]}
              profiles={profiles}
              isAwaited={isAwaited}
            />
            <p className={muted}>
              <When duty={duty} concern={report?.duties[duty.id]} />
            </p>
            <p>{ownWhat(duty, report, language).what}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/* The form stands before the title: "D212 Declarația unică pentru chirii (D212)" would name it twice. */
const withoutForm = ({ form, title }: Duty) =>
  form && title.endsWith(` (${form})`) ? title.slice(0, -form.length - 3) : title;

interface WhenProps {
  duty: Duty;
  concern: ConcernAnswer | undefined;
}

/* The next day, with what it depends on for this reader, as among the deadlines. */
function When({ duty, concern }: WhenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dueWords = useDueWords();
  const { next, file_by: fileBy, rule } = duty;
  const isOwn = concern !== undefined && concern.answer !== 'no';
  const condition = isOwn && dueWords({ kind: kindOf([concern]), event: concern.event });
  const start = condition ? `${condition} · ` : '';
  if (!next) return `${start}${sentenceCase(rule)}`;
  return (
    <>
      {start}
      {t(($) => $.search.due, { date: formatDate(next, language) })}
      {fileBy && (
        <>
          . <DayOff fileBy={fileBy} />
        </>
      )}
    </>
  );
}

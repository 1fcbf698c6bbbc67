import { CalendarPlus, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { termOf } from '../../api/term.ts';
import type { DatedEntry } from '../../api/types.ts';
import { useDoneSteps, useTick } from '../../hooks/done-steps.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { CalendarMenu } from '../../parts/calendar-menu.tsx';
import { DayBlock } from '../../parts/day-block.tsx';
import { DayOff } from '../../parts/day-off.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import { paths } from '../../paths.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import type { Dated } from './duties.ts';
import styles from './duty-item.module.css';

interface DutyItemProps {
  duty: Dated;
  today: string;
  from: PageLocationState;
  /** Whether it is the reader's own, to be ticked off. */
  canTick: boolean;
}

/** A duty: its day, what to do, for whom, and the time left. */
export function DutyItem({ duty, today, from, canTick }: DutyItemProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const roleName = useRoleName();
  const { article, entry, date } = duty;
  const who = entry.who ?? entry.roles.map(roleName)[0] ?? article.audience[0];
  const link = to.article(article.slug);
  return (
    <div className="duty">
      {date ? <DayBlock date={date} today={today} /> : <Term entry={entry} />}
      <div className="duty-words" lang={article.lang}>
        <h3 className="duty-what">
          <Link to={link} state={from}>
            <KeptWords text={sentenceCase(entry.what)} />
          </Link>
        </h3>
        <p className="duty-facts">
          {who && <span>{sentenceCase(who)}</span>}
          {entry.file_by && (
            <span>
              <DayOff fileBy={entry.file_by} />
            </span>
          )}
          {article.act && (
            <span className="duty-act">
              <KeptWords text={article.act.citation} />
            </span>
          )}
        </p>
      </div>
      <div className="duty-tools">
        {date ? (
          <>
            <TimeLeft date={date} today={today} />
            <Save duty={duty} date={date} />
          </>
        ) : (
          <>
            {entry.rule && (
              <span className={styles.rule} lang={article.lang}>
                {entry.rule}
              </span>
            )}
            <Link to={link} state={from} className={styles.find}>
              {t(($) => $.feed.find_date)}
              <span className="visually-hidden">
                {t(($) => $.home.about_article, { title: entry.what })}
              </span>
            </Link>
          </>
        )}
        {canTick && date && <Tick duty={duty} />}
      </div>
    </div>
  );
}

interface SaveProps {
  duty: Dated;
  date: string;
}

/** Adds the day to a calendar. */
function Save({ duty: { article, entry }, date }: SaveProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!entry.id) return null;
  const title = sentenceCase(entry.what);
  const url = paths.sharedArticle(window.location.origin, article.slug, language);
  const name = t(($) => $.feed.add_to_calendar, { what: title });
  const button = (
    <button type="button" className={styles.save} aria-label={name} data-print="hide">
      <CalendarPlus aria-hidden="true" />
    </button>
  );
  const text = `${article.title}\n${url}`;
  return <CalendarMenu day={{ id: entry.id, date, title, text }} trigger={button} />;
}

/** Ticks a duty off. */
function Tick({ duty: { article, entry, id } }: { duty: Dated }) {
  const { t } = useTranslation();
  const done = useDoneSteps(article.slug).includes(id);
  const tick = useTick();
  return (
    <button
      type="button"
      className={styles.tick}
      aria-pressed={done}
      data-print="hide"
      onClick={() => tick(article.slug, id, !done)}
    >
      <Check aria-hidden="true" />
      {t(($) => $.feed.done)}
      <span className="visually-hidden">
        {t(($) => $.home.about_article, { title: entry.what })}
      </span>
    </button>
  );
}

/** The length of a term that begins with something the reader does: "30 days". */
function Term({ entry }: { entry: DatedEntry }) {
  const { t } = useTranslation();
  const term = termOf(entry);
  if (!term) return <span />;
  const { unit, count } = term;
  return (
    <p className={styles.term}>
      <span className={styles.length}>{count}</span> {t(($) => $.feed[unit], { count })}
    </p>
  );
}

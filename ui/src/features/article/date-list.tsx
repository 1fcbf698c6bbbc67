import { useTranslation } from 'react-i18next';
import { daysUntil, momentOf } from '../../api/dated-entry.ts';
import { termOf } from '../../api/term.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import type { EntryDue } from '../../hooks/entry-due.ts';
import { formatDay, formatDistance, formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { DayOff } from '../../parts/day-off.tsx';
import { EntryIcon } from '../../parts/entry-icon.tsx';
import { useDueWords } from '../../parts/use-due-words.ts';
import { classes } from '../../ui/classes.ts';
import { Folded, tall } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { above, plain } from '../../ui/layout.ts';
import { CalendarIcon } from './calendar-link.tsx';
import styles from './date-list.module.css';
import { type ReaderPart, readerPart } from './reader-part.ts';
import { sortEntries } from './sort-entries.ts';
import { TermStart } from './term-start.tsx';

interface EntriesProps {
  article: Article;
  today: string;
}

interface DateListProps extends EntriesProps {
  /** What of the article is the reader's; the other entries are folded away. */
  part?: ReaderPart;
}

/** All dated entries in the words of their kind: what is ahead, then rules, then what is past. */
export function DateList({ part, ...rest }: DateListProps) {
  const { article } = rest;
  const { deadlines } = article;
  const { hasEntry, dueOf } = part ?? readerPart(article, undefined);
  const above = part ? [part.entry(rest.today), part.afterwards(rest.today)] : [];
  const own = deadlines.filter(hasEntry);
  return (
    <>
      {own.length > 0 && <Entries entries={own} dueOf={dueOf} above={above} {...rest} />}
      {own.length < deadlines.length && (
        <OthersEntries entries={deadlines.filter((entry) => !hasEntry(entry))} {...rest} />
      )}
    </>
  );
}

interface SomeEntriesProps extends EntriesProps {
  entries: DatedEntry[];
  /** How an entry is due to the reader; not of others' entries. */
  dueOf?: ReaderPart['dueOf'];
  /** The entries that "in short" has, with their controls: first the one that the calendar button saves. */
  above?: ReadonlyArray<DatedEntry | undefined>;
}

function Entries({ entries, article, today, dueOf, above = [] }: SomeEntriesProps) {
  return (
    <ul className={classes(plain, styles.list)}>
      {sortEntries(entries, today).map((entry) => (
        <Entry
          key={article.deadlines.indexOf(entry)}
          article={article}
          entry={entry}
          today={today}
          due={dueOf?.(entry)}
          hasCalendar={entry !== above[0]}
          hasTerm={!above.includes(entry)}
        />
      ))}
    </ul>
  );
}

/** Entries that are not the reader's, folded away under the names of those whose they are. */
function OthersEntries(props: SomeEntriesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const { entries, article } = props;
  const names = entries.map(({ who, roles }) => who ?? formatList(roles.map(roleName), language));
  const named = [...new Set(names.filter((name) => name !== ''))];
  const who = formatList(named.length > 0 ? named : article.roles.map(roleName), language);
  return (
    <Folded
      className={classes(tall, above(3))}
      summary={t(($) => $.concerns.others_dates, { count: entries.length, who })}
    >
      <Entries {...props} />
    </Folded>
  );
}

interface EntryProps extends EntriesProps {
  entry: DatedEntry;
  due: EntryDue | undefined;
  hasCalendar: boolean;
  hasTerm: boolean;
}

function Entry({ article, entry, today, due, hasCalendar, hasTerm }: EntryProps) {
  const language = useLanguage();
  const dueWords = useDueWords();
  const condition = due && dueWords(due);
  const roleName = useRoleName();
  const { state } = momentOf(entry, today);
  const { kind, what, who, roles } = entry;
  return (
    <li
      className={classes(
        styles.entry,
        state === 'past' && styles.past,
        kind === 'due' && !(due && isConditional(due)) && styles.due,
      )}
    >
      <When entry={entry} today={today} lang={article.lang} />
      <div className={styles.about}>
        <p className={styles.what} lang={article.lang}>
          <KeptWords text={what} />
        </p>
        {who ? (
          <p className={styles.who} lang={article.lang}>
            {who}
          </p>
        ) : (
          roles.length > 0 && (
            <p className={styles.who}>{formatList(roles.map(roleName), language)}</p>
          )
        )}
        {condition && <p className={styles.who}>{condition}</p>}
        {hasTerm && <TermStart article={article} entry={entry} />}
      </div>
      {hasCalendar && <CalendarIcon article={article} entry={entry} today={today} />}
    </li>
  );
}

interface WhenProps {
  entry: DatedEntry;
  today: string;
  lang: string;
}

function When({ entry, today, lang }: WhenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rule, recurs } = entry;
  const { state, date } = momentOf(entry, today);
  const term = termOf(entry);
  if (!date) {
    return (
      <div>
        <p className={styles.kind}>
          <EntryIcon kind={kind} />
          {t(($) => $.dates[`${kind}_rule`])}
        </p>
        {term && (
          <p className={styles.day}>
            {`${term.count}\u00a0${t(($) => $.feed[term.unit], { count: term.count })}`}
          </p>
        )}
        <p className={term ? styles.distance : styles.day} lang={lang}>
          {rule}
        </p>
      </div>
    );
  }
  const distance = state === 'ahead' ? formatDistance(daysUntil(date, today), language) : undefined;
  return (
    <div>
      <p className={styles.kind}>
        <EntryIcon kind={kind} />
        {state === 'past' ? t(($) => $.dates[`${kind}_past`]) : t(($) => $.dates[kind])}
      </p>
      <p className={styles.day}>
        <time dateTime={date}>{formatDay(date, language)}</time>
      </p>
      {distance && <p className={styles.distance}>{distance}</p>}
      {state === 'today' && <p className={styles.distance}>{t(($) => $.dates.today)}</p>}
      {entry.file_by && state !== 'past' && (
        <p className={styles.distance}>
          <DayOff fileBy={entry.file_by} />
        </p>
      )}
      {rule && state !== 'past' && (
        <p className={styles.distance} lang={lang}>
          {recurs ? t(($) => $.dates.repeats, { rule }) : rule}
        </p>
      )}
    </div>
  );
}

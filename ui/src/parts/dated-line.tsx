import { useTranslation } from 'react-i18next';
import { momentOf } from '../api/dated-entry.ts';
import type { DatedEntry, Language } from '../api/types.ts';
import { isConditional } from '../hooks/due-kind.ts';
import type { EntryDue } from '../hooks/entry-due.ts';
import { formatDay } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { EntryIcon } from './entry-icon.tsx';
import { sentenceCase } from './sentence-case.ts';
import { TimeLeft } from './time-left.tsx';

interface DatedLineProps {
  entry: DatedEntry;
  /** Today in Bucharest. */
  today: string;
  /** The language of the entry's own words. */
  lang: Language;
  /** How it is due to the reader. */
  due?: EntryDue['kind'];
}

/** A dated entry in one line: sign, words of its kind, day, and the time left to act. */
export function DatedLine({ entry, today, lang, due = 'certain' }: DatedLineProps) {
  const { kind } = entry;
  const { state, date } = momentOf(entry, today);
  const open = state === 'ahead' || state === 'today';
  // Red and the time left are for what is surely to be done.
  const isOwn = kind === 'due' && !isConditional({ kind: due });
  const condition = useConditionWord()(due);
  return (
    <p className={classes('dated-line', isOwn && state !== 'past' && 'dated-due')}>
      <EntryIcon kind={kind} />
      <span>
        {condition && `${condition} · `}
        <EntryWords entry={entry} today={today} lang={lang} />
        {isOwn && open && date && (
          <>
            {' '}
            <TimeLeft date={date} today={today} />
          </>
        )}
      </span>
    </p>
  );
}

/* What a day depends on, in a word or two. */
function useConditionWord() {
  const { t } = useTranslation();
  return (due: EntryDue['kind']): string | undefined => {
    if (due === 'maybe') return t(($) => $.concerns.maybe);
    if (due === 'others') return t(($) => $.concerns.mark.no);
    if (due === 'event') return t(($) => $.dates.if_it_happens);
    return due === 'choice' ? sentenceCase(t(($) => $.dates.choice)) : undefined;
  };
}

/** The words of a dated entry: "Due by 25 November 2026". */
function EntryWords({ entry, today, lang }: DatedLineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rule } = entry;
  const { state, date } = momentOf(entry, today);
  if (!date) {
    return (
      <>
        {t(($) => $.dates[`${kind}_rule`])} <span lang={lang}>{rule ?? entry.what}</span>
      </>
    );
  }
  return (
    <>
      {state === 'today'
        ? t(($) => $.dates[`${kind}_today`])
        : state === 'past'
          ? t(($) => $.dates[`${kind}_past`])
          : t(($) => $.dates[kind])}
      {'\u00a0'}
      <time dateTime={date}>{formatDay(date, language)}</time>
    </>
  );
}

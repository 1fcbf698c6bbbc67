import { useTranslation } from 'react-i18next';
import type { EntryDue } from '../hooks/entry-due.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { sentenceCase } from './sentence-case.ts';

/** On what a day depends, in words: an event, the reader's choice, an answer; `undefined` if on nothing. */
export function useDueWords(): (due: EntryDue) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ kind, event }) => {
    if (kind === 'maybe') return t(($) => $.concerns.maybe);
    if (kind === 'choice') return sentenceCase(t(($) => $.dates.choice));
    if (kind !== 'event') return undefined;
    const what = event?.[language] ?? '';
    return what ? sentenceCase(what) : t(($) => $.dates.if_it_happens);
  };
}

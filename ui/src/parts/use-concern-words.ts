import { useTranslation } from 'react-i18next';
import type { ConcernAnswer } from '../api/types.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { clauseSentence as sentence } from './sentence-case.ts';

interface ConcernWords {
  /** Whether it concerns the reader; a yes and a no with the reason. */
  verdict: string;
  /** What decides a maybe, what is to be verified, and under which condition something is due. */
  notes: string[];
  /** The first of the notes, which other answers may share: what leaves a maybe open, or is to be verified. */
  open: string | undefined;
  /** A rare exception, which stands after the answers to the question of a maybe. */
  exception: string | undefined;
}

/** An answer in the reader's words. */
export function useConcernWords(): (answer: ConcernAnswer) => ConcernWords {
  const { t } = useTranslation();
  const language = useLanguage();

  return ({ answer, certain, reason, verify, event, unless, optional, information }) => {
    const why = reason?.[language] ?? '';
    const open = [
      answer === 'maybe' && why && sentence(why),
      verify && sentence(t(($) => $.concerns.verify, { what: verify[language] })),
    ].filter((note): note is string => typeof note === 'string' && note !== '');
    const notes = [
      ...open,
      event && sentence(event[language]),
      optional && t(($) => $.concerns.optional),
      information && t(($) => $.concerns.information),
    ].filter((note): note is string => typeof note === 'string' && note !== '');
    const verdict = () => {
      if (answer === 'maybe') return t(($) => $.concerns.maybe);
      if (why === '') return t(($) => $.concerns.mark[answer]);
      if (answer === 'no') return t(($) => $.concerns.no, { reason: why });
      return certain
        ? t(($) => $.concerns.yes, { reason: why })
        : t(($) => $.concerns.yes_unsure, { reason: why });
    };
    const exception = unless && sentence(unless[language]);
    return { verdict: sentence(verdict()), notes, open: open[0], exception };
  };
}

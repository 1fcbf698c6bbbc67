import { useTranslation } from 'react-i18next';
import {
  formatDayHere,
  formatMonth,
  formatNumber,
  formatWeekdayHere,
  todayInBucharest,
} from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import type { HomeAnswer } from './home-answer.ts';

/** An answer in two lines: the heading, and what comes first, its day tagged `<b>`. */
interface AnswerLines {
  title: string;
  next?: string;
}

/* Numbers that are written out. */
const numberWords = ['n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'n10'] as const;

/** Home's answer in the reader's words. */
export function useAnswerLines(): (answer: HomeAnswer) => AnswerLines {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = todayInBucharest();
  const inWords = (count: number) => {
    const key = numberWords.find((one) => one === `n${count}`);
    return key ? t(($) => $.home.number[key]) : formatNumber(count, language);
  };
  const day = (date: string) => formatDayHere(date, language, today);

  const monthOf = (month: string) =>
    formatMonth(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, language, 'long');

  function due({ count, forms, until, first, onFirst }: HomeAnswer & { kind: 'due' }): AnswerLines {
    const date = day(until);
    const weekday = formatWeekdayHere(first, language, today);
    return {
      title: forms
        ? t(($) => $.home.returns_until, { count, date })
        : t(($) => $.home.things_until, { count, date }),
      next:
        onFirst === count
          ? sentenceCase(weekday)
          : forms
            ? t(($) => $.home.first_returns, { count: onFirst, n: inWords(onFirst), day: weekday })
            : t(($) => $.home.first_things, { count: onFirst, n: inWords(onFirst), day: weekday }),
    };
  }

  function none({
    month,
    possible,
    conditional,
    next,
  }: HomeAnswer & { kind: 'none' }): AnswerLines {
    const name = { month: monthOf(month) };
    if (possible > 0) {
      return {
        title: t(($) => $.home.nothing_sure, name),
        next: t(($) => $.home.maybe_n, { count: possible }),
      };
    }
    return {
      title:
        conditional > 0 ? t(($) => $.home.nothing_sure, name) : t(($) => $.home.nothing_in, name),
      ...(conditional > 0
        ? { next: t(($) => $.home.only_if_n, { count: conditional }) }
        : next && { next: t(($) => $.home.next_deadline, { date: day(next) }) }),
    };
  }

  return (answer) => {
    switch (answer.kind) {
      case 'visitor':
        return { title: t(($) => $.feed.visitor_title), next: t(($) => $.feed.visitor_text) };
      case 'unknown':
        return { title: t(($) => $.home.unknown), next: t(($) => $.home.unknown_text) };
      case 'unchecked': {
        const { of, next } = answer;
        const was = of && next && { of: day(of), next: day(next) };
        return {
          title: t(($) => $.home.unchecked),
          ...(was && { next: t(($) => $.home.unchecked_text, was) }),
        };
      }
      case 'due':
        return due(answer);
      case 'announced':
        return {
          title: t(($) => $.home.announced, { month: monthOf(answer.month), act: answer.act }),
          next: t(($) => $.home.day_announced, { who: answer.by }),
        };
      default:
        return none(answer);
    }
  };
}

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

  function none(answer: HomeAnswer & { kind: 'none' }): AnswerLines {
    const { possible, asks, choices, open, next } = answer;
    const name = { month: monthOf(answer.month) };
    const isSure = possible + choices === 0 && !open;
    const rest = [
      possible > 0 && t(($) => $.home[asks ? 'maybe_n' : 'only_if_n'], { count: possible }),
      choices > 0 && t(($) => $.dates.choices, { count: choices }),
    ].filter(Boolean);
    const then = next && t(($) => $.home.next_deadline, { date: day(next) });
    const below = rest.join(' · ') || then;
    return {
      title: isSure ? t(($) => $.home.nothing_in, name) : t(($) => $.home.nothing_sure, name),
      ...(below && { next: below }),
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

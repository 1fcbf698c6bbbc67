import { useTranslation } from 'react-i18next';
import type { Band } from '../api/answers.ts';
import { formatNumber } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';

/* A band of an amount ends or begins a hundredth beside its step, which it does not include. */
const isBeside = (value: number) => !Number.isInteger(value);

/** The words of a band of numbers: "3–49", "over 400,000, at most 500,000"; of amounts, with their currency. */
export function useBandLabel(isMoney = false): (band: Band) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  function number(value: number): string {
    const written = formatNumber(value, language);
    return isMoney ? t(($) => $.concerns.lei, { count: value, number: written }) : written;
  }

  function above(from: number): string {
    return isBeside(from)
      ? t(($) => $.concerns.over, { number: number(Math.floor(from)) })
      : t(($) => $.concerns.at_least, { number: number(from) });
  }
  function below(to: number): string {
    return isBeside(to)
      ? t(($) => $.concerns.under, { number: number(Math.ceil(to)) })
      : t(($) => $.concerns.at_most, { number: number(to) });
  }
  return ({ from = 0, to }) => {
    if (to === undefined) return above(from);
    if (from === to) return to === 0 ? t(($) => $.concerns.zero) : number(to);
    if (from === 0) return below(to);
    if (isBeside(from) || isBeside(to)) return `${above(from)}, ${below(to)}`;
    return `${number(from)}–${number(to)}`;
  };
}

import { formatNumber } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';

const units = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes such as "1.3 GB". */
export function formatSize(bytes: number, language: Language): string {
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${formatNumber(rounded, language)}\u00a0${units[unit]}`;
}

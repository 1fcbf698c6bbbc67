/** The text in lower case and without diacritics, for comparisons with what a reader types. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const comma = ', ';

/* "personal return, rent" is about the personal return. */
const headOf = (text: string) => text.split(comma)[0] ?? text;
const tailOf = (text: string) => text.slice(headOf(text).length + comma.length);

/** The words of several reasons for one form: what some have in common once, as in "personal return: rent, rooms". */
export function mergedWords(words: readonly string[]): string {
  const byHead = new Map<string, string[]>();
  for (const text of new Set(words)) {
    byHead.set(headOf(text), [...(byHead.get(headOf(text)) ?? []), text]);
  }
  const parts = [...byHead].flatMap(([head, texts]) =>
    texts.length > 1 && !texts.includes(head)
      ? [`${head}: ${texts.map(tailOf).join(comma)}`]
      : texts,
  );
  return parts.join(parts.some((part) => part.includes(comma)) ? '; ' : comma);
}

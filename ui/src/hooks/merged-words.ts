const comma = ', ';

/** The words of several reasons for one form: what they have in common once, as in "personal return: rent, rooms". */
export function mergedWords(words: readonly string[]): string {
  const [first = '', ...others] = [...new Set(words)];
  const at = first.indexOf(comma);
  const head = first.slice(0, Math.max(at, 0));
  const isShared = at > 0 && others.every((text) => text.startsWith(head + comma));
  if (others.length === 0 || !isShared) {
    const all = [first, ...others];
    return all.join(all.some((text) => text.includes(comma)) ? '; ' : comma);
  }
  const tails = [first, ...others].map((text) => text.slice(head.length + comma.length));
  return `${head}: ${tails.join(comma)}`;
}

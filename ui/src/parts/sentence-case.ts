/** A clause as a sentence of its own. */
export function clauseSentence(clause: string): string {
  return /[.?!…]$/.test(clause) ? sentenceCase(clause) : `${sentenceCase(clause)}.`;
}

/** With a capital first letter; the rest stays. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

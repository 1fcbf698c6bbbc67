/** With a capital first letter; the rest stays. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

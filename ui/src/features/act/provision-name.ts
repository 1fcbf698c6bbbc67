const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const number = '\\d+(?:\\^\\d+)?';
const shape = new RegExp(
  `^(?:art(?:icolul)?\\.?\\s*)?(${number})` +
    `(?:,?\\s*alin(?:eatul)?\\.?\\s*\\(?(${number})\\)?)?` +
    '(?:,?\\s*lit(?:era)?\\.?\\s*([a-zăâîșț]{1,2}(?:\\^\\d+)?)\\)?)?' +
    '(?:,?\\s*pct\\.?\\s*([\\d.]+))?$',
  'iu',
);

/** The name of one article, paragraph, letter or point in the server's spelling, from what a reader types. */
export function provisionName(typed: string): string | undefined {
  const text = typed
    .trim()
    .replace(
      /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu,
      (digits) => `^${[...digits].map((digit) => raised.indexOf(digit)).join('')}`,
    );
  const found = shape.exec(text);
  if (!found) return;
  const [, article, paragraph, letter, point] = found;
  return [
    `art. ${article}`,
    paragraph && `alin. (${paragraph})`,
    letter && `lit. ${letter.toLowerCase()})`,
    point && `pct. ${point}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The article, paragraph, letter or point of a changed place that can be followed: without "partea introductivă". */
export function followable(place: string): string | undefined {
  const steps =
    /^(?:anexa(?: nr\. \S+)?|art\. \S+)(?: alin\. \(\S+\))?(?: lit\. \S+\))?(?: pct\. [\d.]+)?/u;
  return steps.exec(place)?.[0];
}

/** Whether one place is the other, or within it. */
export function holds(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer} `);
}

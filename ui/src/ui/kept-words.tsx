import { Fragment, type ReactNode } from 'react';
import styles from './kept-words.module.css';

/* Keeps together what a line must not break. A browser breaks after a hyphen, which is wrong in
   Romanian ("s-|au", "într-|o", "e-|Factura"), and between a number and its noun ("nr.
   |239/2025", "45 |lei", "1 |ianuarie", "Partea |I"). */
const hyphenated = String.raw`[\p{L}\d]+(?:-[\p{L}\d]+)+`;
const numbered = String.raw`(?<!\p{L})(?:nr|art|alin|lit|pct|no|para)\. ?\(?[\p{L}\d][\d./]*\d?\)?`;
const amount = String.raw`\d[\d.,]* (?:de )?(?:lei|euro|%|mp|ha|zile|luni|ani|days|months|years)(?!\p{L})`;
const months =
  'ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie|' +
  'January|February|March|April|May|June|July|August|September|October|November|December';
const day = String.raw`(?<!\d)\d{1,2} (?:${months})(?!\p{L})`;
const gazettePart = String.raw`(?:Partea|Part) (?:a )?[IV]+(?:-a)?(?!\p{L})`;
const candidates = new RegExp(`(${numbered}|${amount}|${day}|${gazettePart}|${hyphenated})`, 'u');

const longestShortSide = 4;
const longestKept = 20;

/** A compound of two long words may break; a short part may not stand alone. */
function staysWhole(part: string): boolean {
  if (part.length > longestKept) return false;
  if (part.includes(' ') || part.includes('.')) return true;
  return part.split('-').some((side) => side.length <= longestShortSide);
}

export function KeptWords({ text }: { text: string }): ReactNode {
  return text.split(candidates).map((part, index) => {
    // The text never changes in place, so its position is its identity.
    const key = `${index}`;
    const whole = index % 2 === 1 && staysWhole(part);
    return whole ? (
      <span key={key} className={styles.whole}>
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}

/* Invisible marks that contact lists, mail programs and pages put around what is copied. */
const marks =
  /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** The text as its author meant it, for a field of this type; the server reads it in the same way. */
export function pasted(text: string, type: string, isCode: boolean): string {
  const plain = text.replace(marks, '').replace(dashes, '-').trim();
  if (type === 'email') return plain.replace(/^mailto:([^?]*).*$/is, '$1');
  if (type === 'tel') return plain.replace(/^tel:/i, '').replace(/\s/g, ' ');
  return isCode ? plain.replace(/[\s-]/g, '') : text;
}

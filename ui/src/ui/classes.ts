/** Joins the given class names. */
export function classes(...names: Array<string | false | undefined>): string {
  return names.filter(Boolean).join(' ');
}

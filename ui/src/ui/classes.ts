/** Joins the class names that are there. */
export function classes(...names: Array<string | false | undefined>): string {
  return names.filter(Boolean).join(' ');
}

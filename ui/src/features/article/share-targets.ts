/** Share targets; copying the link is done by the page itself. */
export interface ShareTargets {
  x: string;
  facebook: string;
  email: string;
  whatsapp: string;
}

export const defaultShareTitle = 'Modificare Lege';

/** A mailto address needs %20 where a query string has a plus. */
const encode = encodeURIComponent;

export function shareTargets(url: string, title: string, text: string): ShareTargets {
  const subject = title.trim() || defaultShareTitle;
  const body = [text.trim(), url].filter(Boolean).join('\n\n');
  return {
    x: `https://x.com/intent/post?text=${encode(subject)}&url=${encode(url)}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${encode(url)}`,
    email: `mailto:?subject=${encode(subject)}&body=${encode(body)}`,
    whatsapp: `https://wa.me/?text=${encode(`${subject}\n${url}`)}`,
  };
}

/** Returns whether the link was copied; browsers refuse outside https and without permission. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}

import { logFailure } from '../../log.ts';

/** Share targets; copying the link is done by the page itself. */
interface ShareTargets {
  x: string;
  facebook: string;
  email: string;
  whatsapp: string;
}

const defaultShareTitle = 'Modificare Lege';

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

/** Whether the device has a sheet of its own to share with: phones and tablets. */
export function hasShareSheet(): boolean {
  return 'share' in navigator && window.matchMedia('(pointer: coarse)').matches;
}

/** Opens the device's sheet. A reader who closes it has shared nothing, and nothing has failed. */
export async function shareOnDevice(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title: title.trim() || defaultShareTitle });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      logFailure('The share sheet did not open.', error);
    }
  }
}

import { storage, tabStorage } from '../storage.ts';

/* The reminder of an unverified address comes once the session is known. Its place is kept from the
   first paint on, so that it does not move the page under a reader who presses a button. */

const placeKey = 'paragraf::reminder-place';
const laterKey = 'paragraf::verify-later';

/** Whether the reader has put the reminder off, until they open the product again. */
export const isPutOff = () => tabStorage.get(laterKey) === '1';

export function putOff(): void {
  tabStorage.set(laterKey, '1');
}

/** The height that the reminder had in a window of this width. */
export function keptHeight(): number | undefined {
  const [width, height] = (storage.get(placeKey) ?? '').split(' ').map(Number);
  return width === window.innerWidth && height ? height : undefined;
}

export function keepHeight(height: number): void {
  storage.set(placeKey, `${window.innerWidth} ${Math.round(height)}`);
}

/** Forgets the height, when there is nothing to remind of. */
export function forgetHeight(): void {
  storage.remove(placeKey);
}

import { minute } from './durations.ts';

/* The browser may still be reading the file after the click. */
const keptFor = minute;

/** Saves a file to the reader's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

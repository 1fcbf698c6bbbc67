import { chromium } from 'playwright-core';

/** Where the server under test answers. */
export const base = (process.env.PARAGRAF_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '');

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
}

import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core';
import { patience } from './patience.ts';

/* Profiles of the browser. The journeys of a worker take turns with one: a page that has loaded the application
   before needs half the work to load it again. */

// docs/decisions/0241
export interface Profile {
  /** The options it was made with. */
  kind: string;
  context: BrowserContext;
  page: Page;
  /** Gives the browser commands for which Playwright has no call. */
  devtools: CDPSession;
  /** The origins that the page has shown. */
  origins: Set<string>;
  /** The scripts that run in each new document. */
  scripts: Disposable[];
  /** Whether it has traces that cannot be removed. */
  isSpoilt: boolean;
}

const wide = { width: 1440, height: 1000 };

/** The empty profiles that no journey uses. */
const idle: Profile[] = [];

/** An empty profile with these options. */
export async function takeProfile(
  browser: Browser,
  { viewport = wide, ...options }: BrowserContextOptions,
): Promise<Profile> {
  const kind = JSON.stringify(options);
  const found = idle.findIndex((profile) => profile.kind === kind);
  const [kept] = found < 0 ? [] : idle.splice(found, 1);
  const profile = kept ?? (await newProfile(browser, kind, options));
  // Workers are not removed: one that ends late would answer the next journey.
  profile.isSpoilt ||= options.serviceWorkers === 'allow';
  if (viewport) await profile.page.setViewportSize(viewport);
  profile.origins.add(new URL(profile.page.url()).origin);
  profile.page.on('framenavigated', (frame) => profile.origins.add(new URL(frame.url()).origin));
  return profile;
}

async function newProfile(
  browser: Browser,
  kind: string,
  options: BrowserContextOptions,
): Promise<Profile> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    // A worker would answer instead of the network that the journey observes or breaks.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const devtools = await context.newCDPSession(page);
  const profile = {
    kind,
    context,
    page,
    devtools,
    origins: new Set<string>(),
    scripts: [],
    isSpoilt: false,
  };
  watch(profile);
  return profile;
}

/** Notes what a journey does to its profile. */
function watch(profile: Profile): void {
  const { context, page } = profile;
  const addInitScript: Page['addInitScript'] = async (script, argument) => {
    const added = await context.addInitScript(script, argument);
    profile.scripts.push(added);
    return added;
  };
  Object.assign(page, { addInitScript });
  function spoils<Of extends object>(of: Of, name: keyof Of): void {
    const call = of[name] as (...all: unknown[]) => unknown;
    const noted = (...all: unknown[]) => {
      profile.isSpoilt = true;
      return call.apply(of, all);
    };
    Object.assign(of, { [name]: noted });
  }
  spoils(page, 'exposeFunction');
  for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const)
    spoils(page.clock, name);
  for (const name of ['newCDPSession', 'setOffline', 'grantPermissions'] as const)
    spoils(context, name);
}

/** Removes what a journey left, so that another can have the profile; or closes it. */
export async function giveBack(profile: Profile): Promise<void> {
  const isEmpty =
    !profile.isSpoilt &&
    (await empty(profile).then(
      () => true,
      () => false,
    ));
  if (isEmpty) idle.push(profile);
  else await profile.context.close();
}

async function empty({ context, page, devtools, origins, scripts }: Profile): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearCookies()]);
  for (const script of scripts.splice(0)) await script.dispose();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
  // A small page of the same site: the browser keeps the process, which has the compiled scripts.
  await page.goto(new URL('/robots.txt', page.url()).href);
  await page.evaluate(() => sessionStorage.clear());
  for (const origin of origins) {
    if (origin !== 'null')
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  origins.clear();
}

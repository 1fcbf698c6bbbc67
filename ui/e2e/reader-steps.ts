import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { inTime } from './patience.ts';
import type { Stage } from './stage.ts';
import { settled } from './support.ts';

export const password = 'o vrabie pe gard';

/** The date at which the clock of a stage starts. */
export const today = '2026-01-10';

interface Person {
  email?: string;
  name?: string;
  lang?: 'en' | 'ro';
}

/** The response of `GET /users/user-data/{uid}`. */
interface UserData {
  email: string;
  displayName: string;
  language: string;
  liked_law_changes: string[];
  bookmarks: string[];
  notifications: { articles: string[] };
  topics_followed: string[];
  articles_tracked: string[];
}

/** Opens a page of the stage and waits until it has loaded. */
export async function visitStage(page: Page, stage: Stage, path = '/app'): Promise<void> {
  await page.goto(stage.url + path);
  await settled(page);
}

/** Opens a page as a signed-in reader and waits until the reader's data has loaded too. */
export async function visitAsReader(page: Page, stage: Stage, path = '/app'): Promise<void> {
  await visitStage(page, stage, path);
  // The document's own record: a response that the browser announces here may belong to the page before.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(
        (entry) =>
          /\/users\/user-data\/\w+$/.test(entry.name) &&
          (entry as PerformanceResourceTiming).responseEnd > 0,
      ),
  );
}

/** A reader who is signed in; the header authorizes requests from outside the browser. */
export interface SignedIn {
  uid: string;
  authorization: string;
}

/**
 * Creates an account and signs this browser in without the Auth screen. Visit a page next: none of
 * the application is open then, which spares the journey two loads.
 */
export async function signUp(
  page: Page,
  stage: Pick<Stage, 'url'>,
  person: Person = {},
): Promise<SignedIn> {
  const { email = 'ana@exemplu.ro', name = 'Ana Pop', lang = 'en' } = person;
  return enter(page, stage, 'sign-up', { email, password, display_name: name, lang });
}

/** Signs in to an existing account, like `signUp`. */
export function signIn(page: Page, stage: Stage, email = 'ana@exemplu.ro', secret = password) {
  return enter(page, stage, 'sign-in/password', { email, password: secret });
}

async function enter(
  page: Page,
  stage: Pick<Stage, 'url'>,
  call: string,
  body: object,
): Promise<SignedIn> {
  // A small page of the origin, for its cookies and storage. A page that another journey gave back shows it.
  const small = `${stage.url}/robots.txt`;
  if (page.url() !== small) await page.goto(small);
  const answered = page.evaluate(
    async ([path, sent]) => {
      const answer = await fetch(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      localStorage.setItem('paragraf::signed-in', '1');
      return (await answer.json()) as { user: { uid: string }; access_token: string };
    },
    [call, body] as const,
  );
  const { user, access_token } = await inTime(call, answered);
  return { uid: user.uid, authorization: `Bearer ${access_token}` };
}

export async function userData(stage: Stage, uid: string, authorization: string) {
  const answer = await fetch(`${stage.url}/users/user-data/${uid}`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UserData;
}

interface Counted {
  slug: string;
  title: string;
  likes: number;
  bookmarks: number;
  topic: string;
  domains: string[];
}

/** An article's newest revision as a visitor sees it. */
export async function asVisitor(stage: Stage, slug: string): Promise<Counted> {
  const revisions = (await (
    await fetch(`${stage.url}/lawchanges/${slug}?lang=en`)
  ).json()) as Counted[];
  const newest = revisions.at(-1);
  if (!newest) throw new Error(`there is no article ${slug}`);
  return newest;
}

/** The newest articles of the stage. */
export async function newest(stage: Stage): Promise<Counted[]> {
  return (await (await fetch(`${stage.url}/lawchanges?limit=24&lang=en`)).json()) as Counted[];
}

/** An importable article, published on the stage's date. */
export function lawChange(slug: string, more: Record<string, unknown> = {}) {
  return {
    slug,
    title: `Legea despre ${slug}`,
    technical_summary: `Legea nr. 7/2026 schimbă regula pentru ${slug}.`,
    simple_explanation: 'Regula nouă se aplică de mâine.',
    implementation_key_points: ['Citește regula.', 'Aplică regula.'],
    importance: 3,
    publish_date: today,
    domains: ['chirii'],
    topic: 'inchirieri',
    ...more,
  };
}

/** Collects every later request to this path. */
export function requestsTo(page: Page, path: string | RegExp): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (typeof path === 'string' ? pathname === path : path.test(pathname)) seen.push(request);
  });
  return seen;
}

export async function isPressed(button: Locator, pressed: boolean): Promise<void> {
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(pressed));
}

/** Waits until the bell of a wide page shows this number, or none for zero. */
export async function expectBell(page: Page, count: number): Promise<void> {
  const bell = page
    .getByRole('navigation', { name: /^(Main navigation|Navigare)/ })
    .getByRole('link', { name: /^(Notifications|Notificări)/ });
  const shown = async () => (await bell.locator('.visually-hidden').allTextContents()).join();
  const wanted = count === 0 ? /^$/ : new RegExp(`^${count} \\D+$`);
  await expect.poll(shown).toMatch(wanted);
}

interface Colour {
  hue: number;
  contrast: number;
}

/** The hue of a mark and its contrast with the background. */
export function colourOf(button: Locator): Promise<Colour> {
  return button.evaluate((element) => {
    function rgba(text: string): number[] {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('no canvas');
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    }
    function luminance(rgb: number[]): number {
      const [r = 0, g = 0, b = 0] = rgb.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
    function ground(of: Element): number[] {
      const colour = rgba(getComputedStyle(of).backgroundColor);
      if (colour[3] === 255) return colour;
      return of.parentElement ? ground(of.parentElement) : [255, 255, 255, 255];
    }
    const colour = rgba(getComputedStyle(element).color).slice(0, 3);
    const [red = 0, green = 0, blue = 0] = colour;
    const [most, least] = [Math.max(...colour), Math.min(...colour)];
    const span = most - least || 1;
    let hue = (red - green) / span + 4;
    if (most === red) hue = (green - blue) / span;
    else if (most === green) hue = (blue - red) / span + 2;
    const [light = 0, dark = 0] = [luminance(colour), luminance(ground(element).slice(0, 3))].sort(
      (a, b) => b - a,
    );
    return { hue: (hue * 60 + 360) % 360, contrast: (light + 0.05) / (dark + 0.05) };
  });
}

/** Signs up a reader with marks, topics and notifications. */
export async function busyReader(page: Page, stage: Stage, lang: 'en' | 'ro'): Promise<void> {
  const { uid, authorization } = await signUp(page, stage, {
    lang,
    name: 'Ștefania Popescu-Țurcanu',
  });
  const send = async (path: string, body: Record<string, string>) => {
    const answer = await fetch(`${stage.url}/users/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: uid, ...body }),
    });
    expect(answer.status).toBe(200);
  };
  const [one, two] = await newest(stage);
  for (const articleId of [one?.slug ?? '', two?.slug ?? '']) {
    await send('like-article', { articleId });
    await send('bookmark-article', { articleId });
  }
  await send('track-article', { articleId: one?.slug ?? '' });
  for (const topicId of ['inchirieri', 'domain:chirii']) await send('follow-topic', { topicId });
  await stage.publish(lawChange('chirii-noi', { title: 'Chiriile se declară în 30 de zile' }));
  await stage.advance(60);
  await stage.publish(
    lawChange('termen-scurt', {
      title: 'Înregistrarea contractelor devine obligatorie până la sfârșitul lunii',
      importance: 5,
      topic: 'munca',
    }),
  );
}

export const readerScreens = {
  notifications: '/app?screen=notifications',
  profile: '/app?screen=profile',
  liked: '/app?screen=liked',
  bookmarks: '/app?screen=bookmarks',
  account: '/app?screen=account',
  article: '/app?articleId=chirii-noi',
};

import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

interface Place {
  text: string;
  left?: number | undefined;
  top?: number | undefined;
  wide?: number | undefined;
}

/** Words and places, in whole pixels, of the first visible element of each selector. */
export async function places(
  page: Page,
  selectors: string[],
): Promise<Record<string, Place | undefined>> {
  return page.evaluate((selectors) => {
    const placeOf = (selector: string) => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const element = all.find((one) => one.checkVisibility({ visibilityProperty: true }));
      if (!element) return undefined;
      const { x, y, width } = element.getBoundingClientRect();
      const [left, top, wide] = [x, y, width].map(Math.round);
      return { text: (element.textContent ?? '').replace(/\s+/g, ' ').trim(), left, top, wide };
    };
    return Object.fromEntries(selectors.map((selector) => [selector, placeOf(selector)]));
  }, selectors);
}

/** Opens a page with the code of its screen held back, and returns a function that lets it come. */
export async function openHeld(
  page: Page,
  address: string,
  screen: string,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(`**/assets/${screen}-*.js`, (route) => void held.push(route));
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.shell-foot').waitFor({ state: 'attached' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  return async () => {
    await Promise.all(held.map((route) => route.continue()));
    await page.locator('#content h1').waitFor();
  };
}

/**
 * Looks at an element in each frame from now on; returns a function that gives its different states
 * so far. One state: it neither moved nor was replaced by something else in between.
 */
export async function framesOf(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const states = new Set<string>();
    const look = () => {
      const element = document.querySelector(selector);
      const { x, y, width } = element?.getBoundingClientRect() ?? new DOMRect();
      states.add([x, y, width, element?.textContent].join(' '));
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { states });
  }, selector);
  return () => page.evaluate(() => [...(window as unknown as { states: Set<string> }).states]);
}

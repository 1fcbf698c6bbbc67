import { expect, test } from 'vitest';
import { signUp, visitStage } from './reader-steps.ts';
import { Stage } from './stage.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();

test('a reader subscribes to the private calendar, and a renewed address ends the one before', () =>
  Stage.with({}, (stage) =>
    visit({ language: 'en' }, async (page) => {
      await signUp(page, stage);
      await visitStage(page, stage, '/app?screen=deadlines&tab=mine');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByRole('button', { name: 'Create an address' }).click();
      const address = page.getByRole('textbox', { name: /^The calendar’s address/ });
      const first = await address.inputValue();
      const calendar = await fetch(first);
      expect(calendar.headers.get('content-type')).toContain('text/calendar');
      expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR/);
      const inCalendar = page.getByRole('link', { name: 'Open in your calendar' });
      expect(await inCalendar.getAttribute('href')).toBe(first.replace(/^http/, 'webcal'));
      await page.getByRole('button', { name: 'Renew the address' }).click();
      await expect.poll(() => address.inputValue()).not.toBe(first);
      expect((await fetch(first)).status).toBe(404);
      expect((await fetch(await address.inputValue())).status).toBe(200);
    }),
  ));

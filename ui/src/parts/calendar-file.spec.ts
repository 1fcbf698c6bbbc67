import { describe, expect, test, vi } from 'vitest';
import { calendarFile, saveCalendarFile } from './calendar-file.ts';

const now = new Date('2026-11-22T13:08:23.456Z');
const day = { id: 'lege-1-2026-due-2026-12-31@paragraf.ro', date: '2026-12-31', title: 'Depune' };

describe('a calendar file', () => {
  test('has one all-day event', () => {
    expect(calendarFile([day], now).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Paragraf//Paragraf//RO',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:lege-1-2026-due-2026-12-31@paragraf.ro',
      'DTSTAMP:20261122T130823Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Depune',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  test('escapes what has a meaning in it, and keeps the address as it is', () => {
    const url = 'https://paragraf.ro/app?articleId=a&lang=ro';
    const file = calendarFile(
      [{ ...day, title: 'a, b; c\\d', text: 'unu\r\ndoi\ntrei', url }],
      now,
    );
    expect(file).toContain('SUMMARY:a\\, b\\; c\\\\d\r\n');
    expect(file).toContain('DESCRIPTION:unu\\ndoi\\ntrei\r\n');
    expect(file).toContain(`URL:${url}\r\n`);
  });

  test('no line is longer than 75 bytes, and none breaks inside a character', () => {
    const title = 'Ștampilează și țese țăranul în țarină 🌾 '.repeat(8).trim();
    const file = calendarFile([{ ...day, title }], now);
    const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
    expect(Math.max(...sizes)).toBeGreaterThan(70);
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
    expect(file).not.toContain('\ufffd');
  });

  test('several days are several events', () => {
    const file = calendarFile([day, { ...day, id: 'b', date: '2028-02-29' }], now);
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(file).toContain('DTEND;VALUE=DATE:20280301');
  });

  test('is saved under its name', async () => {
    const create = vi.fn((_file: Blob) => 'blob:calendar');
    Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      expect([this.download, this.href]).toEqual(['termen.ics', 'blob:calendar']);
    });
    saveCalendarFile('termen', [day]);
    expect(clicked).toHaveBeenCalledOnce();
    expect(create.mock.calls[0]?.[0].type).toBe('text/calendar;charset=utf-8');
  });
});

/* iCalendar (RFC 5545) for whole days. Of the libraries, ics adds 20 kB to the page and ts-ics 6 kB,
   and ts-ics folds lines by characters, so that lines with diacritics become too long. */

export interface CalendarDay {
  /** The same whenever this day is saved, so that a calendar replaces it instead of adding it twice. */
  id: string;
  /** `2026-12-31`. */
  date: string;
  title: string;
  text?: string;
  url?: string;
}

const longestLine = 75;
const dayLength = 86_400_000;

/** Escapes a text value (section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** Folds a line after at most 75 bytes, between characters (section 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = '';
  let length = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (length + size > longestLine) {
      out += '\r\n ';
      length = 1;
    }
    out += character;
    length += size;
  }
  return out;
}

const compact = (iso: string) => iso.replaceAll('-', '');

function nextDay(date: string): string {
  return new Date(Date.parse(date) + dayLength).toISOString().slice(0, 10);
}

function event(day: CalendarDay, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(day.id)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day.date)}`,
    `DTEND;VALUE=DATE:${compact(nextDay(day.date))}`,
    `SUMMARY:${escaped(day.title)}`,
    ...(day.text ? [`DESCRIPTION:${escaped(day.text)}`] : []),
    ...(day.url ? [`URL:${day.url}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** A calendar with these days as all-day events. */
export function calendarFile(days: CalendarDay[], now = new Date()): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paragraf//Paragraf//RO',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...days.flatMap((day) => event(day, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Offers a calendar to the browser as a file, which phones open in their calendar. */
export function saveCalendarFile(name: string, days: CalendarDay[]): void {
  const file = new Blob([calendarFile(days)], { type: 'text/calendar;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}.ics`;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

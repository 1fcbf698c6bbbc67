import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { daysAfter } from '../api/plain-dates.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { paths } from '../paths.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuItems } from '../ui/menu-items.tsx';

/** A day as calendars know it. */
export interface CalendarDay {
  /** The server's id: the day keeps it when it moves, so that a calendar does not have it twice. */
  id: string;
  date: string;
  title: string;
  text: string;
  /** Whether only the reader knows the day: the end of a term that the reader begins. */
  isOwn?: boolean;
}

interface CalendarMenuProps {
  day: CalendarDay;
  /** The button that opens the menu. */
  trigger: ReactElement;
  /** A file with this day and others. */
  all?: { label: string; href: string };
}

const compact = (date: string) => date.replaceAll('-', '');

function googleLink({ date, title, text }: CalendarDay): string {
  const dates = `${compact(date)}/${compact(daysAfter(date, 1))}`;
  const query = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, details: text });
  return `https://calendar.google.com/calendar/render?${query}`;
}

function outlookLink({ date, title, text }: CalendarDay): string {
  const query = new URLSearchParams({
    rru: 'addevent',
    subject: title,
    startdt: date,
    enddt: daysAfter(date, 1),
    allday: 'true',
    body: text,
  });
  return `https://outlook.live.com/calendar/0/action/compose?${query}`;
}

/** Adds a day to a calendar: as a file, or on the page of Google Calendar or Outlook. */
export function CalendarMenu({ day, trigger, all }: CalendarMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const file = paths.calendarFile(day.id, language, day.isOwn ? day.date : undefined);
  return (
    <Menu trigger={trigger}>
      <MenuItems.Link label={t(($) => $.dates.calendar_file)} href={file} />
      <MenuItems.Link label={t(($) => $.dates.calendar_google)} href={googleLink(day)} newTab />
      <MenuItems.Link label={t(($) => $.dates.calendar_outlook)} href={outlookLink(day)} newTab />
      {all && <MenuItems.Link {...all} />}
    </Menu>
  );
}

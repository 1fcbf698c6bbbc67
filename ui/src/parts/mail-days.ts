/* Plain days, such as `2026-11-21`, computed without time zones. */

function moved(date: string, move: (day: Date) => void): string {
  const day = new Date(`${date}T00:00:00Z`);
  move(day);
  return day.toISOString().slice(0, 10);
}

export const daysLater = (date: string, days: number): string =>
  moved(date, (day) => day.setUTCDate(day.getUTCDate() + days));

/** The same day of the next month, or that month's last day. */
export function monthLater(date: string): string {
  const wanted = Number(date.slice(8));
  return moved(date, (day) => {
    day.setUTCMonth(day.getUTCMonth() + 1, 1);
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    day.setUTCDate(Math.min(wanted, last));
  });
}

const zone = 'Europe/Bucharest';

/* Milliseconds by which Bucharest is ahead of UTC at this instant. */
function ahead(at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((it) => it.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - at;
}

/** The instant of a local time in Bucharest such as `2026-07-01T08:30`; `undefined` if unreadable. */
export function instantOf(local: string): string | undefined {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)
    ? Date.parse(`${local}:00Z`)
    : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  // Where the clocks change between the two instants, the second offset is the right one.
  const first = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(first)).toISOString();
}

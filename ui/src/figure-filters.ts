/** What the screen of the figures of the law shows. */
export interface FigureFilters {
  /** The day of the values; today without it. */
  on?: string;
  topic?: string;
}

export function readFigures(params: URLSearchParams): FigureFilters {
  const on = params.get('on') ?? '';
  const topic = params.get('topic')?.trim();
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(on) && !Number.isNaN(Date.parse(on));
  return { ...(isDay && { on }), ...(topic && { topic }) };
}

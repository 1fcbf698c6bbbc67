/**
 * How something that concerns the reader is due: on its day, whatever happens; if the reader chooses to do it; or only
 * once something happens.
 */
export type DueKind = 'certain' | 'choice' | 'event';

/** What decides the kind: an answer of a report, or a duty. */
interface Conditions {
  event?: unknown;
  optional?: boolean;
}

/** The kind of what has several sources: one that is certain suffices. */
export function kindOf(sources: Array<Conditions | undefined>): DueKind {
  const has = (kind: DueKind) => sources.some((source) => kindOfOne(source) === kind);
  return (['certain', 'choice', 'event'] as const).find(has) ?? 'certain';
}

function kindOfOne(source: Conditions | undefined): DueKind {
  if (source?.event) return 'event';
  return source?.optional ? 'choice' : 'certain';
}

/**
 * Whether it depends on an event or on an answer (`maybe`), or is due to other readers: it stands apart, and is not
 * counted.
 */
export const isConditional = ({ kind }: { kind: DueKind | 'maybe' | 'followed' | 'others' }) =>
  kind === 'event' || kind === 'maybe' || kind === 'others';

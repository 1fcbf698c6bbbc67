import { useQuery } from '@tanstack/react-query';
import { provisionTopic } from '../../api/follow-names.ts';
import { followsQuery } from '../../api/follows.ts';
import type { HistoryEntry } from '../../api/types.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useUid, useUserData } from '../../hooks/use-user-data.ts';
import { holds } from './provision-name.ts';

/** What of a history is the reader's. */
export interface Mine {
  /** Whether the reader has answers or follows that decide it. */
  isKnown: boolean;
  /** Whether the provision changed for the reader: it is followed, or named by an article that concerns the reader. */
  provision: (entry: HistoryEntry, place: string | undefined) => boolean;
  /** Whether the entry has such a provision, or an article that concerns the reader. */
  entry: (entry: HistoryEntry) => boolean;
  /** How many of its provisions are the reader's; all, where the article names none. */
  count: (entry: HistoryEntry) => number;
}

/** What of the history of an act is the reader's, by answers and follows. */
export function useMine(act: string): Mine {
  const { answered, report } = useConcerns();
  const prefix = provisionTopic(act, '');
  const uid = useUid();
  const topics = useUserData().data?.topics_followed ?? [];
  const names = topics.filter((name) => name.startsWith(prefix));
  const enabled = uid !== undefined && names.length > 0;
  const { data: follows } = useQuery({ ...followsQuery(uid ?? ''), enabled });
  // A law may have given the provision another number since the follow began.
  const numberOf = (name: string) => follows?.find((follow) => follow.name === name)?.present;
  const followed = names.map((name) => numberOf(name) ?? name.slice(prefix.length));

  const concerning = ({ articles }: HistoryEntry) =>
    articles.filter(({ article }) => report?.articles[article.slug]?.answer === 'yes');
  const provision = (entry: HistoryEntry, place: string | undefined) =>
    place !== undefined &&
    (followed.some((name) => holds(name, place) || holds(place, name)) ||
      concerning(entry).some(({ provisions }) => provisions.includes(place)));
  const flagged = (entry: HistoryEntry) =>
    entry.amendments.filter((amendment) => provision(entry, amendment.provision)).length;
  const entry = (one: HistoryEntry) => flagged(one) > 0 || concerning(one).length > 0;
  const count = (one: HistoryEntry) => (entry(one) ? flagged(one) || one.found : 0);
  return { isKnown: answered || followed.length > 0, provision, entry, count };
}

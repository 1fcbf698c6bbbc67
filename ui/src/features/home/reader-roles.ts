import { BriefcaseBusiness, KeyRound, type LucideIcon, Sprout } from 'lucide-react';
import type { Topic } from '../../api/types.ts';

/** A role that a reader chooses with one tap; it stands for one or more topics. */
export interface ReaderRole {
  id: 'rent' | 'firm' | 'land';
  icon: LucideIcon;
  topics: string[];
}

const roles: ReaderRole[] = [
  { id: 'rent', icon: KeyRound, topics: ['inchirieri'] },
  { id: 'firm', icon: BriefcaseBusiness, topics: ['afaceri'] },
  { id: 'land', icon: Sprout, topics: ['terenuri', 'subventii'] },
];

/** The roles that this server has topics for, and the topics that no role stands for. */
export function rolesAndTopics(topics: Topic[]): { roles: ReaderRole[]; others: Topic[] } {
  const known = roles
    .map((role) => ({
      ...role,
      topics: role.topics.filter((id) => topics.some((topic) => topic.id === id)),
    }))
    .filter((role) => role.topics.length > 0);
  const covered = known.flatMap((role) => role.topics);
  return { roles: known, others: topics.filter(({ id }) => !covered.includes(id)) };
}

export function isChosen(role: ReaderRole, chosen: string[]): boolean {
  return role.topics.every((id) => chosen.includes(id));
}

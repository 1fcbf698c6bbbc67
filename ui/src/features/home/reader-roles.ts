import {
  BriefcaseBusiness,
  CircleUser,
  House,
  KeyRound,
  type LucideIcon,
  Sprout,
} from 'lucide-react';
import type { RoleId } from '../../hooks/role-answers.ts';

/** The icons of the roles. */
export const roleIcons: Record<RoleId, LucideIcon> = {
  rent: KeyRound,
  firm: BriefcaseBusiness,
  pfa: CircleUser,
  land: Sprout,
  home: House,
};

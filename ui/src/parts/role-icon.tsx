import {
  Armchair,
  BriefcaseBusiness,
  Car,
  ChartLine,
  HandHeart,
  House,
  IdCard,
  KeyRound,
  LandPlot,
  Laptop,
  type LucideIcon,
  Receipt,
  ShoppingBag,
  Sofa,
  Tractor,
  Users,
} from 'lucide-react';
import type { AudienceRole } from '../api/types.ts';

const icons: Record<AudienceRole, LucideIcon> = {
  landlord: KeyRound,
  tenant: Sofa,
  home_owner: House,
  car_owner: Car,
  company: BriefcaseBusiness,
  vat_payer: Receipt,
  self_employed: Laptop,
  employer: Users,
  employee: IdCard,
  farmer: Tractor,
  land_owner: LandPlot,
  consumer: ShoppingBag,
  investor: ChartLine,
  pensioner: Armchair,
  association: HandHeart,
};

/** The sign of a role, beside its name. */
export function RoleIcon({ role }: { role: AudienceRole }) {
  const Icon = icons[role] ?? Users;
  return <Icon aria-hidden="true" />;
}

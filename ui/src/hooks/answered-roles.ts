import type { FactAnswer } from '../api/answers.ts';
import type { AudienceRole } from '../api/types.ts';
import { bandOf, manyOf } from './answer-shapes.ts';

type Facts = Readonly<Record<string, FactAnswer>>;

const subjects: Partial<Record<string, AudienceRole>> = {
  self_employed: 'self_employed',
  srl: 'company',
  other_company: 'company',
  association: 'association',
  owners_association: 'association',
};

/* A role follows from any of the options. */
const options: ReadonlyArray<[role: AudienceRole, fact: string, ids: string[]]> = [
  ['home_owner', 'owns', ['home', 'expensive_home']],
  ['car_owner', 'owns', ['vehicle', 'expensive_car']],
  ['land_owner', 'owns', ['farmland', 'grassland', 'other_land', 'untitled_land']],
  ['landlord', 'situations', ['lets_property']],
  ['employee', 'situations', ['employee', 'minimum_wage']],
  ['pensioner', 'situations', ['pensioner']],
  ['investor', 'situations', ['shareholder', 'trades']],
];

const hasStaff = (answer: FactAnswer | undefined) =>
  typeof answer === 'number' ? answer > 0 : (bandOf(answer)?.from ?? 0) > 0;

/** The roles that answers give a reader, as `src/core/domain/concern/roles.json` of the server does; only those that are certain. */
export function answeredRoles(facts: Facts): AudienceRole[] {
  const { subject, vat, employees, farms } = facts;
  const own = typeof subject === 'string' && subjects[subject];
  const isVatPayer = typeof vat === 'string' && vat !== 'no';
  return [
    ...(own ? [own] : []),
    ...(isVatPayer ? (['vat_payer'] as const) : []),
    ...(hasStaff(employees) ? (['employer'] as const) : []),
    ...(farms === true ? (['farmer'] as const) : []),
    ...options
      .filter(([, fact, ids]) => manyOf(facts[fact])?.yes.some((id) => ids.includes(id)))
      .map(([role]) => role),
  ];
}

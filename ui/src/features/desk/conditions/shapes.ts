import type { Condition, ConditionParts } from '../../../api/conditions.ts';

/** Most levels of groups that the desk edits. */
export const maxDepth = 3;

/** Parts of which all, one or none has to be true. */
export interface Group {
  kind: GroupKind;
  parts: Condition[];
}

export const groupKinds = ['all', 'any', 'none'] as const;
export type GroupKind = (typeof groupKinds)[number];

export type PartKind = 'empty' | 'group' | 'fact' | 'rule' | 'unknown' | 'fixed';

export type Question = ConditionParts['questions'][number];

export const comparisons = ['at_least', 'more_than', 'at_most'] as const;
export type Comparison = (typeof comparisons)[number];

/** Which answers of a part a source does not make certain. */
export const uncertainSides = ['yes', 'no', 'both'] as const;
const uncertainKeys = ['certain', 'uncertain_side', 'uncertain_when', 'missing'];

/** A part without what makes its answers uncertain, and that alone; `undefined` if it is not whole. */
export function parted(part: Condition): { plain: Condition; uncertain?: Condition } | undefined {
  const entries = Object.entries(part);
  const of = (isUncertain: boolean): Condition =>
    Object.fromEntries(entries.filter(([key]) => uncertainKeys.includes(key) === isUncertain));
  const [plain, uncertain] = [of(false), of(true)];
  if (Object.keys(uncertain).length === 0) return { plain };
  const { certain, uncertain_side: side, missing } = uncertain;
  const isWhole = certain === false && uncertainSides.some((id) => id === side) && missing;
  return isWhole ? { plain, uncertain } : undefined;
}

function hasOnly(condition: Condition, ...keys: string[]): boolean {
  return Object.keys(condition).every((key) => keys.includes(key));
}

/** The condition as a group, if it is one. */
export function groupOf(condition: Condition): Group | undefined {
  const { all, any, not } = condition;
  if (all && hasOnly(condition, 'all')) return { kind: 'all', parts: all };
  if (any && hasOnly(condition, 'any')) return { kind: 'any', parts: any };
  if (!not || !hasOnly(condition, 'not')) return undefined;
  return { kind: 'none', parts: not.any && hasOnly(not, 'any') ? not.any : [not] };
}

export function ofGroup({ kind, parts }: Group): Condition {
  if (kind !== 'none') return { [kind]: parts };
  const [first, ...others] = parts;
  // "Not one of these" is read as this group's parts.
  const isPlain = first && others.length === 0 && !first.any;
  return { not: isPlain ? first : { any: parts } };
}

/** The outermost group; a condition without one is a group of one part. */
export function rootOf(condition: Condition): Group {
  return groupOf(condition) ?? { kind: 'all', parts: [condition] };
}

export function ofRoot(group: Group): Condition {
  const [first, ...others] = group.parts;
  const isSingle = group.kind === 'all' && first && others.length === 0 && !groupOf(first);
  return isSingle ? first : ofGroup(group);
}

/** The path by which the server names each part of a group at `path`. */
export function pathsOf(condition: Condition, path: string): string[] {
  const group = groupOf(condition);
  if (!group) return [path];
  const list =
    group.kind !== 'none' ? `${path}.${group.kind}` : condition.not?.any ? `${path}.not.any` : '';
  return group.parts.map((_, at) => (list ? `${list}[${at}]` : `${path}.not`));
}

/** The chosen options of a test. */
export function optionsOf({ is, in: list }: Condition): string[] {
  return list ?? (typeof is === 'string' ? [is] : []);
}

/** The test of a fact for these options. */
export function ofOptions(fact: string, options: string[]): Condition {
  const [only, ...others] = options;
  return only !== undefined && others.length === 0 ? { fact, is: only } : { fact, in: options };
}

export function comparisonOf(condition: Condition): Comparison | undefined {
  const given = comparisons.filter((name) => condition[name] !== undefined);
  return given.length === 1 ? given[0] : undefined;
}

function isTest(condition: Condition, question: Question): boolean {
  switch (question.type) {
    case 'bool':
      return hasOnly(condition, 'fact', 'is') && typeof condition.is !== 'string';
    case 'number':
      return (
        hasOnly(condition, 'fact', 'unit', ...comparisons) && comparisonOf(condition) !== undefined
      );
    default:
      return (
        hasOnly(condition, 'fact', 'is', 'in') &&
        typeof condition.is !== 'boolean' &&
        optionsOf(condition).every((id) => question.options.some((option) => option.id === id))
      );
  }
}

/** How a part is edited; `fixed` is kept as it is. `depth` is the number of groups around it. */
export function kindOf(part: Condition, known: ConditionParts, depth: number): PartKind {
  const condition = parted(part)?.plain;
  if (!condition) return 'fixed';
  const { fact, rule, unknown } = condition;
  if (Object.keys(condition).length === 0) return 'empty';
  if (groupOf(condition)) return depth < maxDepth ? 'group' : 'fixed';
  if (rule !== undefined && hasOnly(condition, 'rule')) {
    return known.rules.some(({ id }) => id === rule) ? 'rule' : 'fixed';
  }
  if (unknown && hasOnly(condition, 'unknown')) return 'unknown';
  const question = known.questions.find(({ id }) => id === fact);
  return question && isTest(condition, question) ? 'fact' : 'fixed';
}

/** A test of a question before anything is chosen. */
export function newTest({ id, type, bands }: Question): Condition {
  if (type === 'bool') return { fact: id, is: true };
  if (type === 'number') return { fact: id, at_least: Math.ceil(bands[1]?.from ?? 1) };
  return { fact: id, in: [] };
}

import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BothTexts, Condition, ConditionParts } from '../../../api/conditions.ts';
import type { FieldProblem } from '../../../api/desk.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { fieldLabel } from '../../../ui/field-label.ts';
import { plain, stack } from '../../../ui/layout.ts';
import { PlainSelect } from '../plain-select.tsx';
import { ProblemLine } from '../problem-line.tsx';
import { BothTextsField } from './both-texts-field.tsx';
import { ConditionSentence } from './condition-sentence.tsx';
import styles from './conditions.module.css';
import { FactTest } from './fact-test.tsx';
import { PartChoice } from './part-choice.tsx';
import {
  type Group,
  type GroupKind,
  groupKinds,
  groupOf,
  kindOf,
  maxDepth,
  ofGroup,
  ofRoot,
  parted,
  pathsOf,
  rootOf,
} from './shapes.ts';
import { UncertaintyFields } from './uncertainty-fields.tsx';

interface Shared {
  known: ConditionParts;
  problems: FieldProblem[];
  /** The number of groups around it. */
  depth: number;
}

interface GroupFieldsProps extends Shared {
  group: Group;
  /** The paths of its parts. */
  paths: string[];
  /** Its number, such as `1.2.`; empty for the outermost group. */
  prefix: string;
  onChange: (group: Group) => void;
}

/** Parts of a condition, and whether all, one or none of them has to be true. */
export function GroupFields(props: GroupFieldsProps) {
  const { group, paths, prefix, onChange, ...shared } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const isAdding = useRef(false);
  const { kind, parts } = group;
  const count = parts.length;

  useEffect(() => {
    if (isAdding.current && count > 0) {
      list.current?.querySelector<HTMLElement>(':scope > li:last-child select')?.focus();
    }
    isAdding.current = false;
  }, [count]);

  function change(at: number, part: Condition) {
    onChange({ kind, parts: parts.map((before, index) => (index === at ? part : before)) });
  }

  function remove(at: number) {
    onChange({ kind, parts: parts.filter((_, index) => index !== at) });
    add.current?.focus();
  }

  return (
    <div className={styles.group}>
      <PlainSelect
        label={t(($) => $.desk.condition.group)}
        value={kind}
        groups={[
          {
            options: groupKinds.map((id) => ({ id, name: t(($) => $.desk.condition.groups[id]) })),
          },
        ]}
        onChoose={(chosen) => onChange({ kind: chosen as GroupKind, parts })}
      />
      <ol ref={list} className={classes(stack(3), plain)}>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
          <li key={at}>
            <PartFields
              {...shared}
              part={part}
              number={`${prefix}${at + 1}`}
              path={paths[at] ?? ''}
              onChange={(next) => change(at, next)}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        onClick={() => {
          isAdding.current = true;
          onChange({ kind, parts: [...parts, {}] });
        }}
      >
        <Plus aria-hidden="true" />
        {t(($) => $.desk.condition.add)}
      </Button>
    </div>
  );
}

interface PartFieldsProps extends Shared {
  part: Condition;
  number: string;
  path: string;
  onChange: (part: Condition) => void;
  onRemove: () => void;
}

/** What a part is about, and the fields for it. */
function PartFields({ number, onRemove, ...part }: PartFieldsProps) {
  const { t } = useTranslation();
  const kind = kindOf(part.part, part.known, part.depth);
  const { plain, uncertain } = (kind !== 'fixed' && parted(part.part)) || { plain: part.part };
  const choose = (next: Condition) => part.onChange({ ...next, ...uncertain });
  const isRefused = part.problems.some(({ field }) => field === part.path);
  const label = t(($) => $.desk.condition.part, { number });
  return (
    <fieldset className={styles.part}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.head}>
        {kind === 'fixed' ? (
          <p className={fieldLabel}>{t(($) => $.desk.condition.fixed)}</p>
        ) : (
          <PartChoice
            label={label}
            part={plain}
            kind={kind}
            known={part.known}
            mayNest={part.depth < maxDepth}
            onChange={choose}
          />
        )}
        <Button
          aria-label={t(($) => $.desk.condition.remove_part, { number })}
          className={styles.remove}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <PartDetail {...part} part={plain} number={number} kind={kind} onChange={choose} />
      {kind !== 'fixed' && kind !== 'empty' && (
        <UncertaintyFields
          uncertain={uncertain}
          number={number}
          path={part.path}
          problems={part.problems}
          onChange={(next) => part.onChange({ ...plain, ...next })}
        >
          {(when, onWhen) => (
            <GroupFields
              {...part}
              group={rootOf(when)}
              paths={pathsOf(when, `${part.path}.uncertain_when`)}
              prefix={`${number}/`}
              depth={1}
              onChange={(group) => onWhen(ofRoot(group))}
            />
          )}
        </UncertaintyFields>
      )}
      {isRefused && <ProblemLine>{t(($) => $.desk.condition.incomplete)}</ProblemLine>}
    </fieldset>
  );
}

interface PartDetailProps extends Omit<PartFieldsProps, 'onRemove'> {
  kind: ReturnType<typeof kindOf>;
}

function PartDetail({ part, number, path, kind, onChange, ...shared }: PartDetailProps) {
  const { t } = useTranslation();
  const question = shared.known.questions.find(({ id }) => id === part.fact);
  const group = groupOf(part);
  if (kind === 'fact' && question) {
    return <FactTest question={question} condition={part} onChange={onChange} />;
  }
  if (kind === 'group' && group) {
    return (
      <GroupFields
        {...shared}
        group={group}
        paths={pathsOf(part, path)}
        prefix={`${number}.`}
        depth={shared.depth + 1}
        onChange={(next) => onChange(ofGroup(next))}
      />
    );
  }
  if (kind === 'unknown') {
    return (
      <BothTextsField
        label={t(($) => $.desk.condition.unknown_words)}
        hint={t(($) => $.desk.condition.unknown_hint)}
        texts={part.unknown}
        path={`${path}.unknown`}
        problems={shared.problems}
        isFixed={false}
        onTexts={(unknown: BothTexts) => onChange({ unknown })}
      />
    );
  }
  return kind === 'fixed' ? <ConditionSentence condition={part} isPart /> : null;
}

import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AudienceRole, Language, Step } from '../../api/types.ts';
import { answeredRoles } from '../../hooks/answered-roles.ts';
import { useTick } from '../../hooks/done-steps.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import {
  groupSteps,
  type NumberedStep,
  type StepGroup,
  stepBoxId,
} from '../../hooks/step-groups.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { formatDay, formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName, useRoleOfReader } from '../../i18n/use-role-name.ts';
import { EntryIcon } from '../../parts/entry-icon.tsx';
import { RoleIcon } from '../../parts/role-icon.tsx';
import { classes } from '../../ui/classes.ts';
import { Folded, tall } from '../../ui/folded.tsx';
import { row } from '../../ui/layout.ts';
import { InlineMarkdown } from '../../ui/markdown.tsx';
import styles from './step-list.module.css';

interface StepListProps {
  slug: string;
  steps: Step[];
  lang: Language;
  today: string;
  done: readonly string[];
  readerRoles?: readonly AudienceRole[];
  /** Whether a step is the reader's; the others are folded away. */
  hasStep?: (id: string) => boolean;
}

/** What to do: a checklist for each role, numbered throughout. */
export function StepList({
  steps,
  readerRoles = [],
  hasStep = () => true,
  ...rest
}: StepListProps) {
  const { t } = useTranslation();
  const inAccount = useUid() !== undefined;
  const groups = groupSteps(steps, readerRoles);
  const own = stepsWhere(groups, hasStep);
  const others = stepsWhere(groups, (id) => !hasStep(id));
  return (
    <>
      {own.map((group) => (
        <Group key={group.roles.join(' ')} group={group} alone={groups.length === 1} {...rest} />
      ))}
      {others.length > 0 && (
        <OthersSteps groups={others} own={own.flatMap(({ roles }) => roles)} {...rest} />
      )}
      <p className={styles.kept} data-print="hide">
        {inAccount ? t(($) => $.article.steps_kept_account) : t(($) => $.article.steps_kept)}
      </p>
    </>
  );
}

function stepsWhere(groups: StepGroup[], isShown: (id: string) => boolean): StepGroup[] {
  return groups
    .map((group) => ({ ...group, steps: group.steps.filter(({ id }) => isShown(id)) }))
    .filter(({ steps }) => steps.length > 0);
}

type ItemProps = Omit<StepListProps, 'steps' | 'readerRoles' | 'hasStep'>;

interface OthersStepsProps extends ItemProps {
  groups: StepGroup[];
  /** The roles of the reader's steps. */
  own: readonly AudienceRole[];
}

/** Steps that are not the reader's, folded away under the names of those who take them. */
function OthersSteps({ groups, own, ...rest }: OthersStepsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const answered = useProfiles().profiles?.flatMap(({ facts }) => answeredRoles(facts)) ?? [];
  // "Not yours: companies" would be wrong for a company.
  const isOthers = (role: AudienceRole) => !own.includes(role) && !answered.includes(role);
  const isNamed = groups.every(({ roles }) => roles.length > 0 && roles.every(isOthers));
  const names = new Set(groups.flatMap(({ roles }) => roles.map(roleName)));
  const count = groups.flatMap(({ steps }) => steps).length;
  return (
    <Folded
      className={classes(tall, styles.others)}
      summary={
        isNamed
          ? t(($) => $.concerns.others_steps, { count, who: formatList([...names], language) })
          : t(($) => $.concerns.not_own_steps, { count })
      }
    >
      {groups.map((group) => (
        <Group key={group.roles.join(' ')} group={group} alone={groups.length === 1} {...rest} />
      ))}
    </Folded>
  );
}

interface GroupProps extends ItemProps {
  group: StepGroup;
  /** The only group of its list. */
  alone: boolean;
}

function Group({ group, alone, done, ...rest }: GroupProps) {
  const { t } = useTranslation();
  const id = useId();
  const { roles, steps } = group;
  const count = {
    done: steps.filter((step) => done.includes(step.id)).length,
    total: steps.length,
  };
  return (
    <div className="steps-group">
      <div className="steps-head">
        {roles[0] && <RoleIcon role={roles[0]} />}
        {(roles.length > 0 || !alone) && (
          <h3 id={id} className="steps-role">
            <GroupName roles={roles} />
          </h3>
        )}
        <p className="steps-count">
          <span aria-hidden="true">{t(($) => $.article.done_of, count)}</span>
          <span className="visually-hidden">{t(($) => $.article.done_of_spoken, count)}</span>
        </p>
      </div>
      <ol className="steps" aria-labelledby={roles.length > 0 || !alone ? id : 'steps'}>
        {steps.map((step) => (
          <StepItem key={step.id} step={step} done={done.includes(step.id)} {...rest} />
        ))}
      </ol>
    </div>
  );
}

function GroupName({ roles }: { roles: AudienceRole[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const roleOfReader = useRoleOfReader();
  const [first, ...more] = roles;
  if (!first) return t(($) => $.roles.everyone);
  return more.length === 0 ? roleOfReader(first) : formatList(roles.map(roleName), language);
}

interface StepItemProps {
  slug: string;
  step: NumberedStep;
  lang: Language;
  today: string;
  done: boolean;
}

function StepItem({ slug, step, lang, today, done }: StepItemProps) {
  const id = useId();
  const tick = useTick();
  return (
    <li className="step" value={step.number}>
      <span className="step-number">{step.number}.</span>
      <label className={styles.option}>
        <input
          id={stepBoxId(step.id)}
          type="checkbox"
          className={styles.box}
          checked={done}
          onChange={(event) => tick(slug, step.id, event.target.checked)}
          {...(step.date && { 'aria-describedby': id })}
        />
        <span className={classes('step-text', done && styles.done)} lang={lang}>
          <InlineMarkdown text={step.text} />
        </span>
      </label>
      {step.date && <StepDate id={id} date={step.date} missed={!done && step.date < today} />}
    </li>
  );
}

function StepDate({ id, date, missed }: { id: string; date: string; missed: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <p id={id} className={classes(row(2), styles.date, missed && styles.missed)}>
      <EntryIcon kind="due" />
      <span>
        {missed ? t(($) => $.article.step_missed) : t(($) => $.article.step_by)}
        {'\u00a0'}
        <time dateTime={date}>{formatDay(date, language)}</time>
      </span>
    </p>
  );
}

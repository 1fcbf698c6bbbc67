import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { ProfilesLocationState } from '../../hooks/question-state.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useRoleNames } from '../../i18n/use-role-name.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { classes } from '../../ui/classes.ts';
import { row } from '../../ui/layout.ts';
import type { ShownProfiles } from './use-shown-profiles.ts';
import styles from './whose.module.css';

interface Choice {
  label: string;
  filters: Pick<DeadlineFilters, 'tab' | 'role' | 'tax'>;
}

/**
 * Whose deadlines: the reader's, of any of the profiles, or everyone's. Only a reader without answers is offered roles, which
 * say less than answers.
 */
export function Whose({ filters, shown }: { filters: DeadlineFilters; shown: ShownProfiles }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const isAnswered = useConcerns().answered;
  const isSignedIn = useUid() !== undefined;
  const mine: Choice = { label: t(($) => $.deadlines.mine), filters: { tab: 'mine' } };
  const roles = Object.entries(useRoleNames()).map(
    ([role, label]): Choice => ({ label, filters: { tab: 'all', role } }),
  );
  const hasMine = isAnswered || isSignedIn || filters.tab === 'mine';
  const choices: Choice[] = [
    ...(hasMine ? [mine] : []),
    { label: t(($) => $.deadlines.all), filters: { tab: 'all' } },
    ...(isAnswered && !filters.role ? [] : roles),
  ];
  const taxes = (['micro', 'profit'] as const).map(
    (tax): Choice => ({
      label: t(($) => $.deadlines[`tax_${tax}`]),
      filters: { tab: 'all', role: 'company', tax },
    }),
  );
  const others = { role: undefined, tax: undefined };
  return (
    <div className={classes(row(2), styles.whose)} data-print="hide">
      <Choices
        legend={t(($) => $.deadlines.tabs)}
        choices={choices}
        isChosen={({ tab, role }) => tab === filters.tab && role === filters.role}
        to={(chosen) => to.deadlines({ ...filters, ...others, ...chosen } as DeadlineFilters)}
      />
      {filters.tab === 'mine' && <ProfileChoices shown={shown} />}
      {filters.role === 'company' && (
        <Choices
          legend={t(($) => $.deadlines.tax)}
          choices={taxes}
          isChosen={({ tax }) => tax === filters.tax}
          to={(chosen) => to.deadlines({ ...filters, ...chosen })}
        />
      )}
      {filters.topic && (
        <Link to={to.deadlines({ ...filters, topic: undefined } as unknown as DeadlineFilters)}>
          {t(($) => $.deadlines.every_topic)}
        </Link>
      )}
      {isAnswered && <Link to={to.questions('list')}>{t(($) => $.concerns.change)}</Link>}
    </div>
  );
}

function ProfileChoices({ shown }: { shown: ShownProfiles }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const isSignedIn = useUid() !== undefined;
  const state: ProfilesLocationState = { adds: true };
  const name = useId();
  return (
    <>
      {shown.profiles.length > 1 && (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t(($) => $.deadlines.profiles)}</legend>
          {shown.profiles.map((profile) => (
            <ChipChoice
              key={profile.id}
              type="checkbox"
              name={name}
              checked={shown.isShown(profile)}
              onChange={(on) => shown.show(profile, on)}
            >
              {profile.name}
            </ChipChoice>
          ))}
        </fieldset>
      )}
      {isSignedIn && (
        <Link to={to.questions('list')} state={state}>
          <Plus aria-hidden="true" />
          {t(($) => $.deadlines.profile)}
          <span className="visually-hidden">: {t(($) => $.deadlines.add_profile)}</span>
        </Link>
      )}
    </>
  );
}

interface ChoicesProps {
  legend: string;
  choices: Choice[];
  isChosen: (filters: Choice['filters']) => boolean;
  /** The address of a choice. */
  to: (filters: Choice['filters']) => string;
}

function Choices({ legend, choices, isChosen, to }: ChoicesProps) {
  const name = useId();
  const navigate = useNavigate();
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ label, filters }) => (
        <ChipChoice
          key={label}
          type="radio"
          name={name}
          checked={isChosen(filters)}
          onChange={() => void navigate(to(filters), { replace: true, preventScrollReset: true })}
        >
          {label}
        </ChipChoice>
      ))}
    </fieldset>
  );
}

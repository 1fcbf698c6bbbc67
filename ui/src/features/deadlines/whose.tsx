import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import styles from './whose.module.css';

interface Choice {
  label: string;
  filters: Pick<DeadlineFilters, 'tab' | 'role' | 'tax'>;
}

/**
 * Whose deadlines: the reader's or everyone's. Only a reader without answers is offered roles, which
 * say less than answers.
 */
export function Whose({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const isAnswered = useConcerns().answered;
  const isSignedIn = useUid() !== undefined;
  const names: Record<string, string> = t(($) => $.roles.name, { returnObjects: true });
  const mine: Choice = { label: t(($) => $.deadlines.mine), filters: { tab: 'mine' } };
  const roles = Object.entries(names).map(
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
    <div className={styles.whose} data-print="hide">
      <Choices
        legend={t(($) => $.deadlines.tabs)}
        choices={choices}
        isChosen={({ tab, role }) => tab === filters.tab && role === filters.role}
        to={(chosen) => to.deadlines({ ...filters, ...others, ...chosen } as DeadlineFilters)}
      />
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

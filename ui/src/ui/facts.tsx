import type { ReactNode } from 'react';

interface FactsProps {
  /** Names with their values; what has no value is left out. */
  facts: Array<[name: string, value: ReactNode]>;
  className: string | undefined;
}

/** Facts with their names; nothing if none has a value. */
export function Facts({ facts, className }: FactsProps) {
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

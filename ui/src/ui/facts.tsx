import type { ReactNode } from 'react';

interface FactsProps {
  /** Names with their values; what has no value is left out. */
  facts: Array<[name: string, value: ReactNode]>;
  className: string | undefined;
}

/** Facts with their names. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

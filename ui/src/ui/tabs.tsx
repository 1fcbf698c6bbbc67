import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ButtonTabsProps<Value extends string> {
  label: string;
  tabs: Array<{ value: Value; name: ReactNode }>;
  chosen: Value;
  onChoose: (value: Value) => void;
}

// docs/decisions/0352
/** Views without addresses; where they scroll sideways, the chosen one stays visible. */
export function ButtonTabs<Value extends string>(props: ButtonTabsProps<Value>) {
  const { label, tabs, chosen, onChoose } = props;
  const row = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice moves the row
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !tab) return;
    const { offsetLeft, offsetWidth } = tab;
    const { scrollLeft, clientWidth } = row.current;
    const margin = offsetWidth / 2;
    const hidden =
      offsetLeft < scrollLeft || offsetLeft + offsetWidth + margin > scrollLeft + clientWidth;
    if (hidden) row.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
  }, [chosen]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
    <div ref={row} className="tabs tabs-scroll" role="group" aria-label={label}>
      {tabs.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          className="tab"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

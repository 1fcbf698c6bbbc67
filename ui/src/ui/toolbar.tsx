import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface ToolbarProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

function itemsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>('a[href], button')];
}

/* Exactly one item can be reached with Tab. */
function makeReachable(items: HTMLElement[], wanted: HTMLElement | undefined): void {
  for (const item of items) item.tabIndex = item === wanted ? 0 : -1;
}

function target(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowRight':
      return items[(at + 1) % items.length];
    case 'ArrowLeft':
      return items.at(at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

/** Links and buttons as one Tab stop; the arrow keys lead from one to the next. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!bar.current) return;
    const items = itemsOf(bar.current);
    makeReachable(items, items.find((item) => item.getAttribute('tabindex') === '0') ?? items[0]);
  });

  function keepPlace({ currentTarget, target }: FocusEvent<HTMLElement>) {
    const items = itemsOf(currentTarget);
    const focused = items.find((item) => item === target);
    if (focused) makeReachable(items, focused);
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const items = itemsOf(event.currentTarget);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : target(items, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      onFocus={keepPlace}
      onKeyDown={move}
    >
      {children}
    </div>
  );
}

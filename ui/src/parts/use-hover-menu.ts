import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

/* Specified: the menu stays open this long after the pointer left. */
const closeDelay = 300;

const items = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

type End = 'first' | 'last';

function focusItem(list: HTMLElement | null, end: End): void {
  items(list)
    .at(end === 'first' ? 0 : -1)
    ?.focus();
}

/**
 * A small menu that opens on hover, press, tap or keyboard.
 *
 * For the landing page, whose budget excludes the other menus' library: no portal, no positioning.
 */
export function useHoverMenu() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The item to focus when the list renders: only the keyboard moves the focus there.
  const focusOnOpen = useRef<End>(undefined);
  const hovered = useRef(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // A tap outside closes it: fingers never leave, and not every browser moves the focus on a
    // press.
    const onPress = ({ target }: globalThis.PointerEvent) => {
      if (!area.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && focusOnOpen.current) focusItem(list.current, focusOnOpen.current);
    focusOnOpen.current = undefined;
  }, [isOpen]);

  function open(focus?: End) {
    clearTimeout(timer.current);
    if (isOpen && focus) focusItem(list.current, focus);
    focusOnOpen.current = focus;
    setOpen(true);
  }

  function close() {
    clearTimeout(timer.current);
    hovered.current = false;
    if (list.current?.contains(document.activeElement)) trigger.current?.focus();
    setOpen(false);
  }

  function onMenuKey(event: KeyboardEvent) {
    const all = items(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    all.at(target % all.length)?.focus();
  }

  return {
    isOpen,
    close,
    area: {
      ref: area,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return;
        hovered.current = !isOpen;
        open();
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') timer.current = setTimeout(close, closeDelay);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // After Tab the next stop follows the trigger, not the next item.
        if (isOpen && (event.key === 'Escape' || event.key === 'Tab')) close();
      },
    },
    trigger: {
      ref: trigger,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': isOpen,
      onClick: ({ detail }: { detail: number }) => {
        const byKeyboard = detail === 0;
        // The pointer opened it on the way to this press, so the press must not close it.
        if (isOpen && !hovered.current) close();
        else open(byKeyboard ? 'first' : undefined);
        hovered.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    list: { ref: list, onKeyDown: onMenuKey },
  };
}

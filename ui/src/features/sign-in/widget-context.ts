import { createContext, use } from 'react';
import type { Runner, Snapshot } from './runner.ts';

interface Widget extends Snapshot {
  runner: Runner;
}

export const WidgetContext = createContext<Widget | undefined>(undefined);

/** The widget that a page belongs to. */
export function useWidget(): Widget {
  const widget = use(WidgetContext);
  if (!widget) throw new Error('A page of the sign-in stands outside of the widget.');
  return widget;
}

import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { disableAutoSignIn } from '../../api/auto-sign-in.ts';
import { openCentred } from '../../api/popup-window.ts';
import { readConfig } from './config.ts';
import type { Config, ConfigInput } from './config-types.ts';
import { forgetPending } from './provider-requests.ts';
import { Runner } from './runner.ts';
import { isPendingRedirect } from './url.ts';
import { WidgetView } from './widget-view.tsx';

const instances = new Map<string, AuthUI>();

/** The widget for its host: the Auth screen, or a page without React. */
export class AuthUI {
  readonly appId: string;
  private config: Config | undefined;
  private runner: Runner | undefined;
  private root: Root | undefined;
  private deleted = false;

  constructor(appId = '') {
    if (instances.has(appId)) throw new Error(`There is already an AuthUI named "${appId}".`);
    this.appId = appId;
    instances.set(appId, this);
  }

  static getInstance(appId = ''): AuthUI | null {
    return instances.get(appId) ?? null;
  }

  /** Shows the widget in an element or in the first match of a selector. */
  start(place: string | Element, config: ConfigInput = {}): void {
    this.alive();
    const element = typeof place === 'string' ? document.querySelector(place) : place;
    if (!element) throw new Error(`Could not find the element of the widget: ${place}`);
    this.setConfig(config);
    const runner = this.run();
    this.root = createRoot(element);
    this.root.render(
      <StrictMode>
        <WidgetView runner={runner} />
      </StrictMode>,
    );
  }

  /** Starts the widget for a host that shows its pages in a `WidgetView`. */
  run(email?: string): Runner {
    this.reset();
    this.config ??= readConfig({});
    this.runner = new Runner(this.config);
    this.runner.start(email);
    return this.runner;
  }

  /** How long a host waits before it starts the widget. */
  get mountDelayMs(): number {
    return (this.config ?? readConfig({})).mountDelayMs;
  }

  setConfig(config: ConfigInput): void {
    this.alive();
    this.config = readConfig(config, this.config);
  }

  /** Goes to the widget's page, or opens it in a window. */
  signIn(): void {
    this.alive();
    const { widgetUrl, popupMode, queryParameterForWidgetMode: mode } = this.config ?? {};
    if (!widgetUrl || !mode) throw new Error('signIn() needs the configuration key widgetUrl.');
    const url = new URL(widgetUrl, window.location.href);
    url.searchParams.set(mode, 'select');
    if (popupMode) openCentred(url.href, 'sign-in');
    else window.location.assign(url.href);
  }

  isPendingRedirect(): boolean {
    this.alive();
    return isPendingRedirect(window.location.search, this.config ?? readConfig({}));
  }

  /** Makes a credential helper ask next time instead of signing in automatically. */
  disableAutoSignIn(): void {
    this.alive();
    disableAutoSignIn();
  }

  /** Aborts pending work, forgets what it was about, and restores the element. */
  reset(): void {
    this.alive();
    if (this.runner) forgetPending();
    this.runner?.stop();
    this.root?.unmount();
    this.runner = undefined;
    this.root = undefined;
  }

  delete(): void {
    this.reset();
    instances.delete(this.appId);
    this.deleted = true;
  }

  private alive(): void {
    if (this.deleted) throw new Error('This AuthUI instance was deleted.');
  }
}

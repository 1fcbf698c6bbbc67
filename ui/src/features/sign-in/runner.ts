import type { SessionAnswer } from '../../api/auth-types.ts';
import { mayAutoSignIn } from '../../api/auto-sign-in.ts';
import type { PasskeyAnswer } from '../../api/passkey-ceremony.ts';
import { setWidgetTenant } from '../../api/widget-tenant.ts';
import { signInTimes } from '../../sign-in-times.ts';
import { conclude } from './conclude.ts';
import { type Config, readConfig } from './config.ts';
import { settingsOf } from './config-tenants.ts';
import type { ConfigInput } from './config-types.ts';
import { logError, logWarning } from './console.ts';
import { askSecondFactor } from './flows/second-factor.ts';
import { tenantStart } from './flows/tenants.ts';
import { dismissed, edited, next, open } from './machine.ts';
import { MergeConflict } from './merge-conflict.ts';
import type { Answer, ButtonName, Context, FlowEvent, PageRequest, Step } from './model.ts';
import type { FieldName, Fields, Page, SecondFactor } from './pages.ts';
import { codeOf, problemOf } from './problems.ts';
import type { OneTapAnswer } from './provider-answers.ts';
import { type ServerRequest, sendRequest } from './requests.ts';
import { signInAgain, waitingFor } from './sign-in-again.ts';
import { cleaned, readOrder, storageWorks, tenantInUrl } from './url.ts';

/** The page on the screen. */
export interface Snapshot {
  page: Page;
  /** Counts pages; entering the same page again counts as a new one. */
  visit: number;
  /** The same count without invisible pages: 1 is the first page people saw. */
  ordinal: number;
  /** A request is pending. */
  pending: boolean;
  /** It has been pending long enough to show progress. */
  busy: boolean;
}

/* One widget per browser page. */
let running: Runner | undefined;

/**
 * Runs the flows: makes their requests, one at a time, and shows the resulting pages.
 *
 * Leaving a page aborts its request; a late answer is dropped.
 */
export class Runner {
  /** The configuration of the chosen tenant, once there is one. */
  config: Config;
  private shown: Snapshot | undefined;
  private call: AbortController | undefined;
  /** Receives the session when a sign-in after a merge conflict needed a second factor. */
  private resumeMerge: ((session: SessionAnswer) => void) | undefined;
  private busyTimer: ReturnType<typeof setTimeout> | undefined;
  /** The configuration in which the reader chose the tenant. */
  private chooser: Config | undefined;
  private readonly listeners = new Set<() => void>();
  private stopped = false;

  constructor(config: Config) {
    this.config = config;
  }

  private get context(): Context {
    return { config: this.config, mayStartItself: mayAutoSignIn() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** `undefined` before start and after disposal. */
  readonly snapshot = (): Snapshot | undefined => this.shown;

  /** Shows the first page: the one the address requests, with an e-mail known to the host. */
  start(email?: string): void {
    if (running && running !== this) {
      if (running.call) logWarning('Another widget was started while a request was on its way.');
      running.stop();
    }
    running = this;
    if (!storageWorks()) {
      this.take({ page: { id: 'unrecoverableError', message: 'storage_unsupported' } });
      return;
    }
    this.enterTenant(settingsOf(this.config, tenantInUrl(window.location.search) ?? '*'));
    const order = readOrder(window.location.search, this.config);
    const url = cleaned(window.location.href, this.config);
    if (url !== undefined) this.config.replaceUrl(url);
    this.take(open(order, this.context, email));
    this.config.callbacks.uiShown?.();
  }

  /** Ends the widget: aborts requests and timers and shows nothing more. */
  readonly stop = (): void => {
    this.giveUp();
    this.stopped = true;
    setWidgetTenant('');
    if (running === this) running = undefined;
    this.show(undefined);
  };

  readonly submit = (fields: Fields): void => this.handle({ type: 'submit', fields });

  /** Keeps the typed e-mail, because another page may begin with it. */
  readonly do = (button: ButtonName, { email }: Fields = {}): void => {
    const page = this.shown?.page;
    if (this.shown && page && 'email' in page && email !== undefined && !this.call) {
      this.shown = { ...this.shown, page: { ...page, email: email.trim() } as Page };
    }
    this.handle({ type: 'press', button });
  };

  /** Reports a problem of a part of the page. */
  readonly fail = (code: string): void => this.handle({ type: 'problem', code });

  readonly choose = (provider: string): void => this.handle({ type: 'choose', provider });

  /** The browser returned an account that it offered by itself. */
  readonly oneTap = (answer: OneTapAnswer): void => this.handle({ type: 'oneTap', answer });

  /** The reader chose a passkey in the field for the address. */
  readonly offer = (answer: PasskeyAnswer): void => this.handle({ type: 'passkey', answer });

  readonly edit = (field: FieldName): void => {
    const page = this.shown && edited(this.shown.page, field);
    if (this.shown && page && page !== this.shown.page) this.show({ ...this.shown, page });
  };

  readonly dismiss = (): void => {
    if (this.shown) this.show({ ...this.shown, page: dismissed(this.shown.page) });
  };

  private handle(event: FlowEvent): void {
    if (!this.shown) return;
    const step = next(this.shown.page, event, this.context);
    // A second request on the same page is ignored; leaving the page is not.
    const leaves = step && step.page.id !== this.shown.page.id;
    if (!step || (this.call && !leaves)) return;
    this.take(step);
  }

  private take({ page, request }: Step): void {
    this.giveUp();
    if (!page.id.startsWith('mfa')) this.resumeMerge = undefined;
    const before = this.shown;
    const stays = before?.page.id === page.id;
    const visit = (before?.visit ?? 0) + (stays ? 0 : 1);
    const seen = !stays && page.id !== 'blank' && page.id !== 'callback';
    const ordinal = (before?.ordinal ?? 0) + (seen ? 1 : 0);
    this.show({ page, visit, ordinal, pending: request !== undefined, busy: false });
    if (!stays) {
      const { uiChanged, selectTenantUiShown, selectTenantUiHidden } = this.config.callbacks;
      uiChanged?.(before?.page.id ?? null, page.id);
      if (choosesTenant(page)) selectTenantUiShown?.();
      else if (before && choosesTenant(before.page)) selectTenantUiHidden?.();
    }
    if (request && !this.stopped) this.send(request);
  }

  private send(what: PageRequest): void {
    const call = new AbortController();
    this.call = call;
    this.busyTimer = setTimeout(() => {
      if (this.shown) this.show({ ...this.shown, busy: true });
    }, signInTimes.busyDelay);
    const settle = (event: FlowEvent) => {
      if (this.call !== call || !this.shown) return;
      this.giveUp();
      if (event.type === 'answer' && event.answer.to === 'tenant') this.use(event.answer.config);
      const step = next(this.shown.page, event, this.context);
      if (step) this.take(step);
      else this.show({ ...this.shown, pending: false, busy: false });
    };
    this.answerTo(what, call.signal).then(
      (answer) => {
        if (answer?.to === 'conflict' && what.kind !== 'finish') this.conflict(what, answer);
        else if (answer) settle({ type: 'answer', answer });
      },
      (error) => {
        if (call.signal.aborted) return;
        const code = codeOf(error);
        if (code === 'merge_conflict' && what.kind !== 'finish') this.conflict(what);
        else settle(problemOf(what, code, error));
      },
    );
  }

  private async answerTo(what: PageRequest, signal: AbortSignal): Promise<Answer | undefined> {
    if (what.kind !== 'finish') return sendRequest(what, this.config, signal);
    await this.finish(what);
    return undefined;
  }

  /** Whether the reader chose the tenant and can choose another. */
  get mayLeaveTenant(): boolean {
    const { chooser } = this;
    return (
      chooser !== undefined &&
      tenantStart({ ...this.context, config: chooser }).request === undefined
    );
  }

  /** Returns to the choice of the tenant. */
  readonly leaveTenant = (): void => {
    if (!this.chooser) return;
    this.config = this.chooser;
    this.chooser = undefined;
    setWidgetTenant(this.config.tenantId ?? '');
    this.take(tenantStart(this.context));
  };

  /* The widget becomes that of a tenant. */
  private use(config: Config): void {
    this.chooser ??= this.config;
    this.config = config;
    setWidgetTenant(config.tenantId ?? '');
    config.callbacks.signInUiShown?.(config.tenantId || null);
  }

  /* The tenant that the host's configuration or the address names. */
  private enterTenant(settings: ConfigInput | undefined): void {
    const isNamed = settings && settings.tenantId !== '*';
    if (isNamed) this.config = readConfig({ ...settings, tenants: {} }, this.config);
    setWidgetTenant(this.config.tenantId ?? '');
  }

  /* Progress stays visible while the browser navigates. */
  private async finish({ session, providerId }: Extract<PageRequest, { kind: 'finish' }>) {
    if (this.resumeMerge) {
      this.resumeMerge(session);
      return;
    }
    const { beforeSignInSuccess } = this.config.callbacks;
    if (beforeSignInSuccess && (await beforeSignInSuccess(session.user)).uid !== session.user.uid) {
      this.take({ page: { id: 'recoverableError', message: 'user_mismatch' } });
      return;
    }
    const outcome = conclude(session, providerId, this.config);
    if (outcome === 'reset') this.stop();
    if (outcome === 'failed' && this.shown) {
      this.giveUp();
      const page = { ...this.shown.page, infoBar: 'something_went_wrong' } as Page;
      this.show({ ...this.shown, page, pending: false, busy: false });
    }
  }

  /* The guest stays signed in; the host decides what becomes of it. */
  private conflict(what: ServerRequest, answer?: Answer): void {
    const pending = waitingFor(this.shown?.page, answer);
    const ask = (second: SecondFactor) => this.askedSecondFactor(second);
    const signIn = () => signInAgain(what, this.config, { answer, pending, ask });
    const { signInFailure } = this.config.callbacks;
    const asked = Promise.resolve(signInFailure?.(new MergeConflict({ signIn })));
    asked
      .catch((error) => logError('The callback signInFailure failed.', error))
      .finally(this.stop);
  }

  /* A reader who leaves the pages of the second factor signs in again, or stays a guest. */
  private askedSecondFactor(second: SecondFactor): Promise<SessionAnswer> {
    return new Promise((resolve) => {
      if (!this.shown) return;
      this.take(askSecondFactor(this.shown.page, second, this.context));
      this.resumeMerge = resolve;
    });
  }

  private giveUp(): void {
    clearTimeout(this.busyTimer);
    const { call } = this;
    this.call = undefined;
    call?.abort();
  }

  private show(next: Snapshot | undefined): void {
    this.shown = next;
    for (const listener of this.listeners) listener();
  }
}

function choosesTenant({ id }: Page): boolean {
  return id === 'selectTenant' || id === 'providerMatchByEmail';
}

import { expect } from 'vitest';
import { patience } from './patience.ts';
import { freePort } from './port.ts';

/* The control server of the stages; see src/tests/stage.rs. */
const control = process.env.PARAGRAF_STAGE ?? '';

/** A mail in the outbox; `link` is the URL of its button. */
export interface Mail {
  kind: string;
  to: string;
  language: 'en' | 'ro';
  content: { link?: string; display_name?: string; email?: string; code?: string };
}

/** A mail that was sent. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  /** The whole message, as the mail server received it. */
  source: string;
}

/** A server for one journey, with its own settings, clock and mails. */
export class Stage {
  readonly url: string;
  private readonly id: number;

  private constructor(id: number, url: string) {
    this.id = id;
    this.url = url;
  }

  /** Runs a journey against a new server and verifies its store afterwards. */
  static async with(
    config: Record<string, unknown>,
    journey: (stage: Stage) => Promise<void>,
  ): Promise<void> {
    await Stage.run({ config }, journey);
  }

  /** As `with`; the server reads a stand-in of Portal Legislativ and asks a stand-in model. */
  static async withSources(journey: (stage: Stage) => Promise<void>): Promise<void> {
    await Stage.run({ has_sources: true }, journey);
  }

  private static async run(
    wanted: Record<string, unknown>,
    journey: (stage: Stage) => Promise<void>,
  ): Promise<void> {
    const port = await freePort();
    const { id, url } = (await ask('POST', '/', { port, ...wanted })) as {
      id: number;
      url: string;
    };
    const stage = new Stage(id, url);
    try {
      await journey(stage);
    } finally {
      await ask('DELETE', `/${id}`);
    }
  }

  /** Advances the server's clock. */
  async advance(seconds: number): Promise<void> {
    await ask('POST', `/${this.id}/clock`, { seconds });
  }

  /** Advances the server's clock to the browser's, by which the age of a kept answer counts. */
  async advanceToNow(): Promise<void> {
    const { now } = (await ask('POST', `/${this.id}/clock`, { seconds: 0 })) as { now: string };
    await this.advance(Math.round((Date.now() - Date.parse(now)) / 1000));
  }

  /** Every mail of the outbox, oldest first. */
  async mails(): Promise<Mail[]> {
    return (await ask('GET', `/${this.id}/mails`)) as Mail[];
  }

  /**
   * Waits for `count` mails of this kind and returns the link of the newest. Name the recipient
   * when several were queued in the same instant.
   */
  async link(kind: string, count = 1, to?: string): Promise<string> {
    const ofKind = async () => (await this.mails()).filter((mail) => mail.kind === kind);
    await expect.poll(async () => (await ofKind()).length).toBe(count);
    const link = (await ofKind()).findLast((mail) => !to || mail.to === to)?.content.link;
    if (!link) throw new Error(`the mail ${kind} has no link`);
    return link;
  }

  /** Sends the due mails and returns every mail sent so far, oldest first. */
  async sentMails(): Promise<SentMail[]> {
    return (await ask('POST', `/${this.id}/letters`)) as SentMail[];
  }

  /** The link to this page in the newest mail to this address. */
  async sentLink(to: string, page: string): Promise<string> {
    const mail = (await this.sentMails()).findLast((one) => one.to === to);
    const link = mail?.text.match(new RegExp(`${this.url}${page}\\?[\\w=&-]+`))?.[0];
    if (!link) throw new Error(`no mail to ${to} links to ${page}`);
    return link;
  }

  /** The links in the footer of a campaign mail to this address. */
  async mailLinks(email: string): Promise<{ preferences: string; unsubscribe: string }> {
    const path = `/${this.id}/links/${encodeURIComponent(email)}`;
    return (await ask('GET', path)) as { preferences: string; unsubscribe: string };
  }

  /** The portal delivers a new law, and the watch polls it. */
  async pollAct(): Promise<void> {
    await ask('POST', `/${this.id}/act`);
  }

  /** Imports a form of the law that the new law amends. */
  async importForm(): Promise<void> {
    await ask('POST', `/${this.id}/form`);
  }

  /** Explains all drafts with the stand-in model, whose answer has a wrong figure. */
  async explain(): Promise<void> {
    await ask('POST', `/${this.id}/explain`);
  }

  /** Archives the text of an act, and returns its SHA-256. */
  async archive(text: string): Promise<string> {
    const answer = await fetch(`${control}/${this.id}/archive`, { method: 'POST', body: text });
    return ((await answer.json()) as { sha256: string }).sha256;
  }

  /** Imports an article, and publishes it unless its `status` is another one. */
  async publish(article: Record<string, unknown>): Promise<void> {
    await ask('POST', `/${this.id}/articles`, article);
  }

  /** Creates an account without a password, or changes the existing one's role or disables it. */
  async putAccount(account: {
    email: string;
    display_name?: string;
    email_link?: boolean;
    disabled?: boolean;
    role?: 'reader' | 'editor' | 'operator';
  }): Promise<void> {
    await ask('POST', `/${this.id}/accounts`, account);
  }

  /** The link that makes an account the first operator. */
  async operatorLink(): Promise<string> {
    return ((await ask('POST', `/${this.id}/operator`)) as { link: string }).link;
  }

  /** Indexes the articles of now for searches, which takes most of a server's start. */
  async index(): Promise<void> {
    await ask('POST', `/${this.id}/index`);
  }

  /** Stops the server while the journey continues. */
  async stop(): Promise<void> {
    await ask('POST', `/${this.id}/down`);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(control + path, {
    method,
    signal: AbortSignal.timeout(patience),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

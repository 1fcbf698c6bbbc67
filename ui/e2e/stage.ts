import { expect } from 'vitest';

/* Opened by the test that runs the journeys; see src/tests/stage.rs. */
const door = process.env.PARAGRAF_STAGE ?? '';

/** A mail as it waits in the outbox; `link` is the whole address that it asks to press. */
export interface Mail {
  kind: string;
  to: string;
  language: 'en' | 'ro';
  content: { link?: string; display_name?: string; email?: string };
}

/** A mail as it has left. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  /** Everything, as the mail server got it. */
  source: string;
}

/** A server of a journey's own: its settings, its clock, its mails. */
export class Stage {
  readonly url: string;
  private readonly id: number;

  private constructor(id: number, url: string) {
    this.id = id;
    this.url = url;
  }

  /** Runs a journey against a fresh server and looks for damage in its store afterwards. */
  static async with(
    config: Record<string, unknown>,
    journey: (stage: Stage) => Promise<void>,
  ): Promise<void> {
    const { id, url } = (await ask('POST', '/', { config })) as { id: number; url: string };
    const stage = new Stage(id, url);
    try {
      await journey(stage);
    } finally {
      await ask('DELETE', `/${id}`);
    }
  }

  /** Moves the server's clock on. */
  async advance(seconds: number): Promise<void> {
    await ask('POST', `/${this.id}/clock`, { seconds });
  }

  /** Every mail so far, oldest first. */
  async mails(): Promise<Mail[]> {
    return (await ask('GET', `/${this.id}/mails`)) as Mail[];
  }

  /**
   * The link of the newest mail of this kind; waits until there are `count` of them. Of mails that were
   * written in the same instant none is the newest: then say to whom.
   */
  async link(kind: string, count = 1, to?: string): Promise<string> {
    const ofKind = async () => (await this.mails()).filter((mail) => mail.kind === kind);
    await expect.poll(async () => (await ofKind()).length).toBe(count);
    const link = (await ofKind()).findLast((mail) => !to || mail.to === to)?.content.link;
    if (!link) throw new Error(`the mail ${kind} has no link`);
    return link;
  }

  /** Sends what is due; every mail that has left so far, oldest first. */
  async letters(): Promise<Letter[]> {
    return (await ask('POST', `/${this.id}/letters`)) as Letter[];
  }

  /** The address in the newest mail to somebody that leads to this page of ours. */
  async letterLink(to: string, page: string): Promise<string> {
    const letter = (await this.letters()).findLast((one) => one.to === to);
    const link = letter?.text.match(new RegExp(`${this.url}${page}\\?[\\w=&-]+`))?.[0];
    if (!link) throw new Error(`no mail to ${to} leads to ${page}`);
    return link;
  }

  /** The links that every mail to many has at its foot. */
  async mailLinks(email: string): Promise<{ preferences: string; unsubscribe: string }> {
    const path = `/${this.id}/links/${encodeURIComponent(email)}`;
    return (await ask('GET', path)) as { preferences: string; unsubscribe: string };
  }

  /** Publishes an article as an import does. */
  async publish(article: Record<string, unknown>): Promise<void> {
    await ask('POST', `/${this.id}/articles`, article);
  }

  /** Makes an account without password, or disables the one that has the address. */
  async putAccount(account: {
    email: string;
    display_name?: string;
    email_link?: boolean;
    disabled?: boolean;
  }): Promise<void> {
    await ask('POST', `/${this.id}/accounts`, account);
  }

  /** Stops the server while the journey goes on. */
  async stop(): Promise<void> {
    await ask('POST', `/${this.id}/down`);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(door + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

import { codeOf } from '../../api/api-error.ts';
import {
  type Draft,
  type DraftArticle,
  type FieldProblem,
  type SaveAnswer,
  saveDraft,
} from '../../api/desk.ts';

/** How long the text rests before it is saved. */
const saveDelayMs = 800;

type SavePhase = 'saved' | 'unsaved' | 'saving' | 'failed' | 'refused' | 'conflict';

export interface DraftStatus {
  /** The text on the screen. */
  article: DraftArticle;
  /** The stored draft that the text is based on. */
  base: Draft;
  phase: SavePhase;
  /** Why the last save failed. */
  code?: string;
  /** The rules that the refused text breaks. */
  problems: FieldProblem[];
  /** The other editor's draft, in a conflict. */
  theirs?: Draft;
}

/** The text of one draft on the screen, which saves itself. */
export class DraftStore {
  private status: DraftStatus;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly send: typeof saveDraft;

  constructor(draft: Draft, send: typeof saveDraft = saveDraft) {
    this.status = { article: draft.article, base: draft, phase: 'saved', problems: [] };
    this.send = send;
  }

  snapshot = (): DraftStatus => this.status;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes a new text. During a conflict it waits until the editor has merged. */
  edit(article: DraftArticle): void {
    if (this.status.phase === 'conflict') {
      this.show({ article });
      return;
    }
    this.show({ article, phase: 'unsaved' });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), saveDelayMs);
  }

  /** Saves what is not saved yet. Returns whether everything is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.running) await this.running;
    const { phase } = this.status;
    if (phase === 'unsaved' || phase === 'failed') {
      this.running = this.save();
      await this.running;
      this.running = undefined;
      // Typed while the text was on its way.
      if (this.status.phase === 'unsaved') return this.flush();
    }
    return this.status.phase === 'saved';
  }

  /** Ends a conflict with the merged text, based on the other editor's. */
  merge(article: DraftArticle): Promise<boolean> {
    const { theirs, base } = this.status;
    if (!theirs) return Promise.resolve(false);
    this.show({ article, base: { ...base, ...theirs }, phase: 'unsaved', theirs: undefined });
    return this.flush();
  }

  /** Takes over a draft that the server returned for a decision. Most leave the source out, which stays. */
  adopt(draft: Draft): void {
    const { source, corrected_source } = this.status.base;
    const kept = { ...(source && { source }), ...(corrected_source && { corrected_source }) };
    const base = draft.source ? draft : { ...kept, ...draft };
    this.show({ article: draft.article, base, phase: 'saved', problems: [] });
  }

  private async save(): Promise<void> {
    const { article, base } = this.status;
    this.show({ phase: 'saving' });
    try {
      this.settle(article, await this.send(article.slug, base.version, article));
    } catch (error) {
      this.show({ phase: 'failed', code: codeOf(error) });
    }
  }

  private settle(sent: DraftArticle, answer: SaveAnswer): void {
    const typed = this.status.article !== sent;
    if (answer.kind === 'conflict') this.show({ phase: 'conflict', theirs: answer.current });
    else if (answer.kind === 'refused') {
      this.show({ phase: typed ? 'unsaved' : 'refused', problems: answer.problems });
    } else {
      const base = { ...this.status.base, ...answer.draft };
      this.show({ base, phase: typed ? 'unsaved' : 'saved', problems: [] });
    }
  }

  private show(change: Partial<{ [Key in keyof DraftStatus]: DraftStatus[Key] | undefined }>) {
    this.status = { ...this.status, ...change } as DraftStatus;
    for (const listener of this.listeners) listener();
  }
}

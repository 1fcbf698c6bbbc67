import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { SaveAnswer } from '../../api/desk.ts';
import { exampleDraft } from '../../test/example-draft.ts';
import { DraftStore } from './draft-store.ts';

const draft = exampleDraft();
const titled = (title: string) => ({ ...draft.article, title });

/** A store whose saves are answered by hand. */
function open() {
  const sent: Array<{
    version: string;
    title: string;
    answer: (value: SaveAnswer | Error) => void;
  }> = [];
  const store = new DraftStore(
    draft,
    (_slug, version, { title }) =>
      new Promise((resolve, reject) => {
        const answer = (value: SaveAnswer | Error) =>
          value instanceof Error ? reject(value) : resolve(value);
        sent.push({ version, title, answer });
      }),
  );
  const phase = () => store.snapshot().phase;
  const saved = (version: string): SaveAnswer => ({
    kind: 'saved',
    draft: exampleDraft({ version }),
  });
  return { store, sent, phase, saved };
}

describe('the text of a draft', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('is saved once, after it rested', async () => {
    const { store, sent, phase, saved } = open();
    store.edit(titled('A'));
    store.edit(titled('AB'));
    expect(phase()).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(1000);
    expect([phase(), sent.length, sent[0]?.title]).toEqual(['saving', 1, 'AB']);
    sent[0]?.answer(saved('v2'));
    await vi.advanceTimersByTimeAsync(0);
    expect([phase(), store.snapshot().base.version]).toEqual(['saved', 'v2']);
  });

  test('typed while it is saved goes out next, on the new version', async () => {
    const { store, sent, phase, saved } = open();
    store.edit(titled('A'));
    const done = store.flush();
    store.edit(titled('AB'));
    sent[0]?.answer(saved('v2'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ version, title }) => [version, title])).toEqual([
      ['v1', 'A'],
      ['v2', 'AB'],
    ]);
    sent[1]?.answer(saved('v3'));
    expect(await done).toBe(true);
    expect([phase(), store.snapshot().article.title]).toEqual(['saved', 'AB']);
  });

  test('stays when the connection is lost, and goes out when asked again', async () => {
    const { store, sent, phase, saved } = open();
    store.edit(titled('A'));
    const failing = store.flush();
    sent[0]?.answer(new TypeError('no network'));
    expect(await failing).toBe(false);
    expect([phase(), store.snapshot().code]).toEqual(['failed', 'network_request_failed']);
    const again = store.flush();
    await vi.advanceTimersByTimeAsync(0);
    sent[1]?.answer(saved('v2'));
    expect([await again, store.snapshot().article.title]).toEqual([true, 'A']);
  });

  test('that breaks a rule names the fields, and is sent again only when changed', async () => {
    const { store, sent, phase } = open();
    store.edit(titled(''));
    const done = store.flush();
    const problem = { field: 'title', code: 'required' as const, message: 'is missing' };
    sent[0]?.answer({ kind: 'refused', problems: [problem] });
    expect([await done, phase()]).toEqual([false, 'refused']);
    expect(await store.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    store.edit(titled('A'));
    expect(phase()).toBe('unsaved');
  });

  test('of two editors waits for the merge, which is based on the other text', async () => {
    const { store, sent, phase, saved } = open();
    store.edit(titled('Mine'));
    const done = store.flush();
    const current = exampleDraft({ version: 'v9', article: titled('Theirs') });
    sent[0]?.answer({ kind: 'conflict', current });
    expect([await done, phase()]).toEqual([false, 'conflict']);
    store.edit(titled('Mine, typed on'));
    await vi.advanceTimersByTimeAsync(5000);
    expect([sent.length, store.snapshot().theirs?.article.title]).toEqual([1, 'Theirs']);
    const merging = store.merge(titled('Both'));
    await vi.advanceTimersByTimeAsync(0);
    expect([sent[1]?.version, sent[1]?.title]).toEqual(['v9', 'Both']);
    sent[1]?.answer(saved('v10'));
    expect(await merging).toBe(true);
    expect(store.snapshot().theirs).toBeUndefined();
  });

  test('is kept when a decision is refused', async () => {
    const { store, sent } = open();
    store.edit(titled('A'));
    const done = store.flush();
    sent[0]?.answer(new ApiError(409, 'draft_scheduled', 'x'));
    expect([await done, store.snapshot().code]).toEqual([false, 'draft_scheduled']);
  });
});

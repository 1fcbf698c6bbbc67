/** A run of words that both texts have, or only the earlier or the later one. */
interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/* Beyond this, two texts are compared by their lines. */
const mostCells = 4_000_000;

const words = (text: string) => text.match(/\s+|[^\s]+/gu) ?? [];
const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+/gu) ?? [];

function push(runs: WordRun[], kind: WordRun['kind'], text: string): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
}

/* The lengths of the longest common subsequences of all ends of the two lists. */
function commonLengths(before: string[], after: string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [here, below, right] = [i * width + j, (i + 1) * width + j, i * width + j + 1];
      lengths[here] =
        before[i] === after[j]
          ? (lengths[below + 1] ?? 0) + 1
          : Math.max(lengths[below] ?? 0, lengths[right] ?? 0);
    }
  }
  return lengths;
}

function compare(before: string[], after: string[], runs: WordRun[]): void {
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      push(runs, 'same', before[i] ?? '');
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      push(runs, 'removed', before[i] ?? '');
      i += 1;
    } else {
      push(runs, 'added', after[j] ?? '');
      j += 1;
    }
  }
  for (const word of before.slice(i)) push(runs, 'removed', word);
  for (const word of after.slice(j)) push(runs, 'added', word);
}

/* One space between two changes would cut them into pieces of a word each. */
function joined(runs: WordRun[]): WordRun[] {
  const result: WordRun[] = [];
  let [removed, added] = ['', ''];
  function flush() {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  }
  for (const [at, { kind, text }] of runs.entries()) {
    const isGap = kind === 'same' && /^[ \u00a0]+$/.test(text) && at > 0 && at < runs.length - 1;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isGap) {
      removed += text;
      added += text;
    } else {
      flush();
      result.push({ kind, text });
    }
  }
  flush();
  return result;
}

/** What changed between two texts, word by word. */
export function wordDiff(before: string, after: string): WordRun[] {
  if (before === after) return before ? [{ kind: 'same', text: before }] : [];
  const [a, b] = [words(before), words(after)];
  const runs: WordRun[] = [];
  if (a.length * b.length <= mostCells) compare(a, b, runs);
  else compare(lines(before), lines(after), runs);
  return joined(runs);
}

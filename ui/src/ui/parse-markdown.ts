/* Parses the Markdown that the server admits: paragraphs, emphasis, links and plain lists.
   Libraries that return a tree weigh 17 kB (marked) and 30 kB (markdown-to-jsx) compressed and
   would have to be restricted. Here, anything outside the grammar is text. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'emphasis' | 'strong'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block = { kind: 'paragraph'; children: Inline[] } | { kind: 'list'; items: Inline[][] };

const strong = /^\*\*(?=\S)((?:(?!\*\*)[\s\S])*\S)\*\*/;
const emphasis = /^\*(?=[^\s*])([^*]*[^\s*])\*/;
const link = /^\[([^[\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/;
const listItem = /^[-*] +(?=\S)/;

/** Only https: anything else (javascript:, data:, http:, relative) is not a link. */
function safeHref(href: string): string | undefined {
  try {
    const url = new URL(href);
    return url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one marked piece at the start of `rest`; returns its node and its length. */
function marked(rest: string, insideLink: boolean): [Inline, number] | undefined {
  const bold = strong.exec(rest);
  if (bold)
    return [{ kind: 'strong', children: parseInline(bold[1] ?? '', insideLink) }, bold[0].length];
  const leaning = emphasis.exec(rest);
  if (leaning) {
    return [
      { kind: 'emphasis', children: parseInline(leaning[1] ?? '', insideLink) },
      leaning[0].length,
    ];
  }
  const anchor = insideLink ? null : link.exec(rest);
  const href = anchor && safeHref(anchor[2] ?? '');
  if (anchor && href) {
    return [{ kind: 'link', href, children: parseInline(anchor[1] ?? '', true) }, anchor[0].length];
  }
  return undefined;
}

function parseInline(text: string, insideLink = false): Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain) nodes.push({ kind: 'text', text: plain });
    plain = '';
  };
  while (at < text.length) {
    const letter = text[at] ?? '';
    const found = letter === '*' || letter === '[' ? marked(text.slice(at), insideLink) : undefined;
    if (found) {
      flush();
      nodes.push(found[0]);
      at += found[1];
    } else {
      // A run of stars that opens nothing is text as a whole, or its tail would open something
      // else.
      const run = letter === '*' ? (/^\*+/.exec(text.slice(at))?.[0] ?? letter) : letter;
      plain += run;
      at += run.length;
    }
  }
  flush();
  return nodes;
}

function parseBlock(chunk: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let items: string[] = [];
  const flush = () => {
    const text = lines.join(' ');
    if (text) blocks.push({ kind: 'paragraph', children: parseInline(text) });
    if (items.length > 0) {
      blocks.push({ kind: 'list', items: items.map((item) => parseInline(item)) });
    }
    lines = [];
    items = [];
  };
  for (const line of chunk.split('\n').map((raw) => raw.trim())) {
    if (listItem.test(line)) {
      if (lines.length > 0) flush();
      items.push(line.replace(listItem, ''));
    } else if (items.length > 0) {
      // A line without a dash continues the item above.
      items.push(`${items.pop()} ${line}`);
    } else if (line) {
      lines.push(line);
    }
  }
  flush();
  return blocks;
}

// docs/decisions/0016
export function parseMarkdown(text: string): Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .flatMap((chunk) => parseBlock(chunk));
}

function plainInline(nodes: Inline[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : plainInline(node.children)))
    .join('');
}

/** The paragraphs and the list items in their order. */
export function linesOf(text: string): Inline[][] {
  return parseMarkdown(text).flatMap((block) =>
    block.kind === 'paragraph' ? [block.children] : block.items,
  );
}

/** The words without their marks, in one line. */
export function plainText(text: string): string {
  return linesOf(text).map(plainInline).join(' ').replace(/\s+/g, ' ').trim();
}

/** The first paragraph (or list) without its marks, for e-mail bodies, which must stay short. */
export function plainOpening(text: string): string {
  const [first] = parseMarkdown(text);
  if (!first) return '';
  return first.kind === 'paragraph'
    ? plainInline(first.children)
    : first.items.map((item) => plainInline(item)).join('; ');
}

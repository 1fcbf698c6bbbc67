import { Fragment, type ReactNode } from 'react';
import { CitedWords } from './cited-words.tsx';
import { KeptWords } from './kept-words.tsx';
import styles from './markdown.module.css';
import { type Block, type Inline, linesOf, parseMarkdown } from './parse-markdown.ts';

/* The text never changes in place, so a piece's position is its identity. */
function each<Node>(nodes: Node[], render: (node: Node, key: string) => ReactNode): ReactNode[] {
  return nodes.map((node, index) => render(node, `${index}`));
}

function inline(node: Inline, key: string): ReactNode {
  switch (node.kind) {
    case 'text':
      return <CitedWords key={key} text={node.text} />;
    case 'emphasis':
      return <em key={key}>{each(node.children, inline)}</em>;
    case 'strong':
      return <strong key={key}>{each(node.children, inline)}</strong>;
    case 'link':
      return (
        <a key={key} href={node.href} rel="noopener noreferrer" target="_blank">
          {each(node.children, unlinked)}
        </a>
      );
  }
}

/** The words of a link, which holds no other. */
function unlinked(node: Inline, key: string): ReactNode {
  return node.kind === 'text' ? <KeptWords key={key} text={node.text} /> : inline(node, key);
}

/** One line of law text, for a label: paragraphs and items follow each other. */
export function InlineMarkdown({ text }: { text: string }) {
  return each(linesOf(text), (line, key) => (
    <Fragment key={key}>
      {key !== '0' && ' '}
      {each(line, inline)}
    </Fragment>
  ));
}

function block(node: Block, key: string): ReactNode {
  if (node.kind === 'paragraph') return <p key={key}>{each(node.children, inline)}</p>;
  return (
    <ul key={key}>
      {each(node.items, (item, itemKey) => (
        <li key={itemKey}>{each(item, inline)}</li>
      ))}
    </ul>
  );
}

interface MarkdownProps {
  text: string;
  /** Only the first paragraph, for a card. */
  firstOnly?: boolean;
}

/** Law text with the supported Markdown; everything else is shown as typed. */
export function Markdown({ text, firstOnly = false }: MarkdownProps) {
  const blocks = parseMarkdown(text);
  return (
    <div className={styles.markdown}>{each(firstOnly ? blocks.slice(0, 1) : blocks, block)}</div>
  );
}

import ts from 'typescript';
import { expect, test } from 'vitest';
import { type SourceFile, sources } from './sources.ts';

/* The same in every language. */
const allowed = new Set(['§', '?', '·', ':', '…', '%']);
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
]);
const hasWords = (text: string) => /\p{L}/u.test(text);

interface Found {
  where: string;
  text: string;
}

/** Texts that a reader would see and no translator: in JSX and in read-aloud attributes. */
function hardCoded({ path, text }: SourceFile): Found[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Found[] = [];

  function report(node: ts.Node, text: string) {
    const words = text.trim();
    if (words === '' || allowed.has(words) || !hasWords(words)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push({ where: `${path}:${line + 1}`, text: words });
  }

  /* The texts an expression can produce: of `a && 'x'`, `a ? 'x' : 'y'`, `x ${a}`. */
  function literals(node: ts.Expression): void {
    if (ts.isStringLiteralLike(node)) report(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      report(
        node,
        [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(''),
      );
    } else if (ts.isConditionalExpression(node)) {
      literals(node.whenTrue);
      literals(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) literals(node.left);
      literals(node.right);
    } else if (ts.isParenthesizedExpression(node)) literals(node.expression);
  }

  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      literals(node.expression);
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) report(node, node.initializer.text);
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        literals(node.initializer.expression);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

test('every word that a reader meets is in the texts of both languages', () => {
  const files = sources('.tsx').filter(
    ({ path }) => !path.includes('.spec.') && !path.startsWith('test/'),
  );
  expect(files.flatMap(hardCoded)).toEqual([]);
});

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<p title="Hello" className="x" />', ['Hello']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  ["<p aria-label={a ? 'One' : t('x')}>{b && 'Two'} {`Three ${c}`}</p>", ['One', 'Two', 'Three']],
  ["<p>{t(($) => $.common.x)} · {count} {'\\u00a0'}</p>", []],
])('%s', (text, expected) => {
  expect(hardCoded({ path: 'a.tsx', text }).map((found) => found.text)).toEqual(expected);
});

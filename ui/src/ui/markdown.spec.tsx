import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { plainOpening } from './parse-markdown.ts';

function html(text: string): string {
  const { container } = render(<Markdown text={text} />);
  return container.firstElementChild?.innerHTML.replace(/ class="[^"]*"/g, '') ?? '';
}

describe('markdown', () => {
  test.each([
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['one\ntwo', '<p>one two</p>'],
    ['*a* and **b c** and ***', '<p><em>a</em> and <strong>b c</strong> and ***</p>'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['- a\n- **b**\nmore', '<ul><li>a</li><li><strong>b</strong> more</li></ul>'],
    ['before:\n- a', '<p>before:</p><ul><li>a</li></ul>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['a\r\n\r\nb', '<p>a</p><p>b</p>'],
    ['**open', '<p>**open</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  test('a link goes to https, in a new tab, without a referrer', () => {
    render(<Markdown text="read [the **law**](https://example.org/a_(b)?x=1)" />);
    const link = screen.getByRole('link', { name: 'the law' });
    expect(link).toHaveAttribute('href', 'https://example.org/a_(b)?x=1');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test.each([
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](http://example.org)',
    '[a](//example.org)',
    '[a](/app)',
    '<https://example.org>',
    '[a](https://exa mple.org)',
  ])('%s is no link', (text) => {
    render(<Markdown text={text} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('HTML is text', () => {
    expect(html('<img src=x onerror=alert(1)> & <b>bold</b>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;bold&lt;/b&gt;</p>',
    );
  });

  test('hostile lengths end in time', () => {
    const before = performance.now();
    html('*'.repeat(20_000));
    html('[a]('.repeat(5_000));
    html('**a '.repeat(5_000));
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  test('plain text for messages', () => {
    expect(plainOpening('**a** [b](https://x.ro)\n\nmore')).toBe('a b');
    expect(plainOpening('- c\n- *d*')).toBe('c; d');
    expect(plainOpening('')).toBe('');
  });

  test('Romanian words with a hyphen stay on one line', () => {
    expect(html('s-au depus într-o zi, nr. 239/2025')).toBe(
      '<p><span>s-au</span> depus <span>într-o</span> zi, <span>nr. 239/2025</span></p>',
    );
  });
});

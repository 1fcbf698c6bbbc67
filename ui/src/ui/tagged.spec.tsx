import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Tagged } from './tagged.tsx';

const tags = { email: (inner: string) => <strong>{inner}</strong> };

test.each([
  ['Sent to <email>ana@example.org</email>.', 'Sent to <strong>ana@example.org</strong>.'],
  ['<email>a</email> and <email>b</email>', '<strong>a</strong> and <strong>b</strong>'],
  ['Nothing marked', 'Nothing marked'],
  ['A tag <x>nobody</x> knows', 'A tag nobody knows'],
])('%s', (text, html) => {
  const { container } = render(<Tagged text={text} tags={tags} />);
  expect(container.innerHTML).toBe(html);
});

test('what stands between the tags is text, whatever it looks like', () => {
  const { container } = render(
    <Tagged text="To <email><img src=x onerror=alert(1)></email>" tags={tags} />,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(container).toHaveTextContent('To <img src=x onerror=alert(1)>');
});

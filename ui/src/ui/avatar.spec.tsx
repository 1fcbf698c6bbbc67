import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

test('F19 shows the picture, and the initials when it cannot be loaded', () => {
  const { container, rerender } = render(<Avatar name="Ana Pop" photoUrl="/pictures/a" />);
  const picture = () => container.querySelector('img');
  expect(picture()).toHaveAttribute('src', '/pictures/a');
  expect(picture()).toHaveAttribute('alt', '');
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  expect(screen.getByText('AP')).toBeInTheDocument();
  rerender(<Avatar name="Ana Pop" photoUrl="/pictures/b" />);
  expect(picture()).toHaveAttribute('src', '/pictures/b');
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Toolbar } from './toolbar.tsx';

test('a toolbar is one Tab stop, and the arrow keys lead through it', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Toolbar label="Actions">
        <a href="/a">One</a>
        <button type="button">Two</button>
        <button type="button">Three</button>
      </Toolbar>
      <button type="button">After</button>
    </>,
  );
  const at = (name: string) => screen.getByText(name);
  await user.tab();
  expect(at('One')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(at('Two')).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(at('Three')).toHaveFocus();
  await user.tab();
  expect(at('After')).toHaveFocus();
  // Shift+Tab returns to the control that had the focus.
  await user.tab({ shift: true });
  expect(at('Three')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(at('One')).toHaveFocus();
});

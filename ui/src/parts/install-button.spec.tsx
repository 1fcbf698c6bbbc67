import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { watchInstallOffer } from '../install-prompt.ts';
import { InstallButton } from './install-button.tsx';

beforeAll(watchInstallOffer);

function offer() {
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { prompt, event };
}

const button = () => screen.queryByRole('button', { name: 'Install the app' });

test('there only while the browser offers; a press shows the prompt and clears the offer', async () => {
  const user = userEvent.setup();
  render(<InstallButton />);
  expect(button()).toBeNull();
  const { prompt, event } = offer();
  expect(event.defaultPrevented).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Install the app' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(button()).toBeNull();
});

test('an installation made elsewhere takes it away', () => {
  render(<InstallButton />);
  offer();
  expect(button()).toBeVisible();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(button()).toBeNull();
});

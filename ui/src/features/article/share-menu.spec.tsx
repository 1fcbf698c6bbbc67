import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { selectLanguage } from '../../i18n/setup.ts';
import * as log from '../../log.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { ShareMenu } from './share-menu.tsx';
import { shareTargets } from './share-targets.ts';

const url = 'http://localhost:3000/app?articleId=lege-1-2026-exemplu';

async function open() {
  const user = userEvent.setup();
  render(
    <>
      <ShareMenu article={exampleArticle()} />
      <ToastRegion />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('menu');
  return user;
}

describe('share', () => {
  test('the five targets', async () => {
    await open();
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual(['Copy link', 'X', 'Facebook', 'E-mail', 'WhatsApp']);
    const href = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href');
    const shared = encodeURIComponent(url);
    const title = encodeURIComponent('Un exemplu de lege');
    expect(href('X')).toBe(`https://x.com/intent/post?text=${title}&url=${shared}`);
    expect(href('Facebook')).toBe(`https://www.facebook.com/sharer/sharer.php?u=${shared}`);
    expect(href('E-mail')).toBe(
      `mailto:?subject=${title}&body=${encodeURIComponent(`Pe scurt.\n\n${url}`)}`,
    );
    expect(href('WhatsApp')).toBe(
      `https://wa.me/?text=${encodeURIComponent(`Un exemplu de lege\n${url}`)}`,
    );
  });

  test('a phone offers its own sheet first; to close it is no failure', async () => {
    const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
    Object.assign(navigator, { share });
    const matches = vi.spyOn(window, 'matchMedia');
    matches.mockImplementation(
      (query) => ({ matches: query.includes('coarse') }) as MediaQueryList,
    );
    const failed = vi.spyOn(log, 'logFailure');
    const user = await open();
    const [first] = screen.getAllByRole('menuitem');
    expect(first).toHaveTextContent('Share with an app…');
    await user.click(first as HTMLElement);
    expect(share).toHaveBeenCalledWith({ url, title: 'Un exemplu de lege' });
    expect(failed).not.toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'share');
    matches.mockRestore();
  });

  test('a link carries the sharer’s language, which its preview then has', async () => {
    await selectLanguage('ro');
    render(<ShareMenu article={exampleArticle()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Distribuie' }));
    const link = await screen.findByRole('menuitem', { name: 'WhatsApp' });
    expect(link.getAttribute('href')).toContain(encodeURIComponent(`${url}&lang=ro`));
    await act(() => selectLanguage('en'));
  });

  test('without a title it is "Modificare Lege"', () => {
    expect(shareTargets(url, ' ', '').email).toContain('subject=Modificare%20Lege&');
  });

  test('copying a link is confirmed', async () => {
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
    expect(await screen.findByText('Link copied to clipboard!')).toBeVisible();
    await expect(navigator.clipboard.readText()).resolves.toBe(url);
  });

  test('a refused clipboard asks to copy by hand, with the address selected', async () => {
    const user = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
    expect(
      await screen.findByText('Failed to copy link. Please copy the URL manually.'),
    ).toBeVisible();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of the article' });
    expect(field).toHaveValue(url);
    expect(field).toHaveFocus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Share' })).toHaveFocus();
  });
});

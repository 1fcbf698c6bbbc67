import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showLandingTexts } from '../../i18n/landing-texts.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { LandingPage } from './landing-page.tsx';

const launch = '2027-01-14T00:24:00Z';
const at = Date.parse(launch);

function serve(site: object = {}, date = new Date()) {
  const body = { launch_at: launch, social_links: [], testimonials: [], analytics: true, ...site };
  return fakeServer({ '/site': { body, headers: { Date: date.toUTCString() } } });
}

async function show() {
  const drawn = render(<LandingPage />);
  await act(async () => vi.advanceTimersByTimeAsync(0));
  return drawn;
}

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const units = () =>
  [...screen.getByRole('timer').querySelectorAll('.value')].map((value) => value.textContent);

describe('landing page', () => {
  beforeEach(async () => {
    await showLandingTexts('en');
    vi.useFakeTimers();
    vi.setSystemTime(at - 90_061_000);
  });

  test('four roles begin the questions with their answers', async () => {
    serve();
    await show();
    const roles = within(screen.getByRole('navigation', { name: 'What concerns you?' }));
    expect(roles.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/app?screen=questions&role=rent&lang=en',
      '/app?screen=questions&role=firm&lang=en',
      '/app?screen=questions&role=land&lang=en',
      '/app?screen=questions&role=else&lang=en',
    ]);
  });

  test('counts down every second, then shows that access is open in place of four zeros', async () => {
    serve();
    await show();
    expect(units()).toEqual(['01', '01', '01', '01']);
    await pass(1000);
    expect(units()).toEqual(['01', '01', '01', '00']);
    await pass(1000);
    expect(units()).toEqual(['01', '01', '00', '59']);
    expect(screen.getByRole('timer')).toHaveTextContent('1 day, 1 hour, 0 minutes, 59 seconds');
    expect(screen.getByRole('timer')).not.toHaveAttribute('aria-live');
    expect(screen.getByRole('link', { name: /without an account/ })).toHaveAttribute(
      'href',
      '/app?lang=en',
    );
    vi.setSystemTime(at - 1000);
    expect(screen.queryByText('Access is open.')).toBeNull();
    await pass(2000);
    expect(units()).toEqual([]);
    expect(screen.getByRole('timer')).toHaveTextContent('0 days, 0 hours, 0 minutes, 0 seconds');
    expect(screen.getByText('Access is open.')).toBeVisible();
  });

  test('the default moment has passed: open at once, and the buttons lead into the app', async () => {
    serve({ launch_at: '2025-01-14T00:24:00Z' });
    await show();
    expect(units()).toEqual([]);
    expect(screen.getByRole('heading', { name: 'For those who signed up early' })).toBeVisible();
    const [nav, hero, last] = screen.getAllByRole('link', { name: /^Read/ });
    for (const link of [nav, hero, last]) expect(link).toHaveAttribute('href', '/app?lang=en');
  });

  test('a wrong clock of the visitor is corrected by that of the server', async () => {
    vi.setSystemTime(at + 3_600_000);
    serve({}, new Date(at - 60_000));
    await show();
    expect(units()).toEqual(['00', '00', '01', '00']);
  });

  test('before it opens the button leads to the field of the form', async () => {
    serve();
    Element.prototype.scrollIntoView = vi.fn();
    await show();
    const header = within(screen.getByRole('banner'));
    fireEvent.click(header.getByRole('link', { name: /Early access/ }));
    expect(screen.getAllByRole('textbox')[0]).toHaveFocus();
  });

  test('a server that does not answer leaves a complete page', async () => {
    fakeServer({});
    await show();
    expect(screen.getByText('Access is open.')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(6);
    expect(screen.queryByText('Contact')).toBeNull();
  });

  test('testimonials, contact and links come from the configuration only', async () => {
    serve({
      contact_email: 'a@example.org',
      contact_phone: '+40 21 000',
      developer: { name: 'Example SRL', url: 'https://example.org' },
      city: 'Iași',
      country: 'România',
      social_links: ['https://www.example.net/x', 'nonsense'],
      testimonials: [
        { quote: 'Good.', name: 'Ana', role: 'landlord', lang: 'en' },
        { quote: 'Bine.', name: 'Ion', role: 'fermier', lang: 'ro' },
      ],
    });
    await show();
    expect(screen.getByText('Good.')).toBeVisible();
    expect(screen.queryByText('Bine.')).toBeNull();
    expect(screen.queryByText('Example', { exact: true })).toBeNull();
    expect(screen.getByRole('link', { name: 'a@example.org' })).toBeVisible();
    expect(screen.getByRole('link', { name: '+40 21 000' })).toHaveAttribute(
      'href',
      'tel:+4021000',
    );
    expect(screen.getByRole('link', { name: 'example.net' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Made by Example SRL' })).toBeVisible();
    expect(screen.getByText('Iași, România')).toBeVisible();
    expect(screen.queryByText(/^Sample details/)).toBeNull();
  });

  test('details of a demonstration are marked as samples', async () => {
    serve({ contact_email: 'contact@paragraf.example', sample_details: true });
    await show();
    expect(screen.getByText('Sample details, for the demonstration.')).toBeVisible();
  });

  test.each(['en', 'ro'] as const)(
    'the page made ahead is taken over as it is: %s',
    async (lang) => {
      serve();
      await showLandingTexts(lang);
      const container = document.createElement('div');
      container.innerHTML = renderToString(<LandingPage />);
      document.body.append(container);
      const title = container.querySelector('h1');
      const mismatch = vi.fn();
      const root = await act(async () =>
        hydrateRoot(container, <LandingPage />, { onRecoverableError: mismatch }),
      );
      expect(mismatch).not.toHaveBeenCalled();
      expect(container.querySelector('h1')).toBe(title);
      await act(async () => root.unmount());
      container.remove();
    },
  );
});

import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { exampleSite } from '../../test/example-site.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { AboutScreen } from './about-screen.tsx';

beforeEach(() => showSession('signed_out'));

test.each([true, false])('contact details say whether they are samples: %s', async (sample) => {
  const contact = { contact_email: 'contact@paragraf.example', sample_details: sample };
  fakeServer({ '/site': { body: exampleSite(contact) } });
  renderApp({ element: <AboutScreen /> });
  const mail = await screen.findByRole('link', { name: 'contact@paragraf.example' });
  expect(mail).toHaveAttribute('href', 'mailto:contact@paragraf.example');
  const licenses = screen.getByRole('link', { name: 'Packages and licenses' });
  expect(licenses).toHaveAttribute('href', '/licenses.txt');
  const marks = screen.queryAllByText('Sample details, for the demonstration.');
  expect(marks).toHaveLength(sample ? 1 : 0);
});

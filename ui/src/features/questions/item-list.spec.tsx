import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { concerned } from '../../test/example-concerns.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ItemList } from './item-list.tsx';
import type { Item } from './items.ts';

const verify = { ro: 'întreabă inspectoratul', en: 'ask the labour inspectorate' };
const unsure = concerned('yes', 'because you employ', { certain: false, verify });
const item = (id: string, concern: Item['concern']): Item => ({
  kind: 'duty',
  id,
  title: id,
  concern,
});
const shown = (items: Item[]) => renderApp({ at: '/app', element: <ItemList items={items} /> });

test('what several items leave open stands once, above them', async () => {
  shown([
    item('D112', unsure),
    item('D300', concerned('yes', 'because of VAT')),
    item('L153', unsure),
  ]);
  const note = await screen.findByText('To verify: ask the labour inspectorate.');
  const group = within(note.parentElement as HTMLElement);
  expect(group.getAllByRole('listitem').map((row) => row.textContent)).toEqual(
    ['D112', 'L153'].map((id) => `${id}Concerns you, as far as we know, because you employ.`),
  );
  expect(group.queryByText('D300')).toBeNull();
  expect(screen.getByText('D300')).toBeVisible();
});

test('what one item leaves open stands beside its answer', async () => {
  shown([item('D112', unsure)]);
  expect(
    await screen.findByText(/because you employ\. To verify: ask the labour inspectorate\.$/),
  ).toBeVisible();
});

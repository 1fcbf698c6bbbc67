import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Facts } from './facts.tsx';

test('facts without a value are left out, and a list without facts is not drawn', () => {
  const { container, rerender } = render(
    <Facts
      className={undefined}
      facts={[
        ['Issuer', undefined],
        ['Acts', '0'],
      ]}
    />,
  );
  expect(container).toHaveTextContent(/^Acts0$/);
  rerender(<Facts className={undefined} facts={[['Issuer', undefined]]} />);
  expect(container).toBeEmptyDOMElement();
});

// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Values } from '#domain/shared/forms/rules.ts';
import { AmountInput, LineDetails } from './line-details.tsx';

afterEach(cleanup);

const Drawn = ({ begin }: { begin: Values }) => {
  const [entry, setEntry] = useState(begin);
  const change = (more: Values) => setEntry((now) => ({ ...now, ...more }));
  return (
    <MantineProvider env="test">
      <LineDetails
        {...{ label: 'Limousine', entry, isAdvance: false, isBundle: false, onChange: change }}
        amount={String(entry.amount)}
        onCount={(quantity, amount) => change({ quantity, amount })}
      />
      <output>{JSON.stringify(entry)}</output>
    </MantineProvider>
  );
};
const kept = () => JSON.parse(screen.getByRole('status').textContent);
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

it('multiplies unit price and quantity', () => {
  render(<Drawn begin={{ amount: '295.00' }} />);
  type('Quantity of Limousine', '2');
  expect(kept()).toEqual({ quantity: 2, amount: '590.00' });
  type('Price each of Limousine', '300');
  expect(kept()).toEqual({ quantity: 2, amount: '600.00' });
  type('Quantity of Limousine', '');
  expect(kept()).toEqual({ quantity: 2, amount: '600.00' });
  type('Quantity of Limousine', '1');
  expect(kept()).toEqual({ quantity: 1, amount: '300.00' });
});

it('keeps an amount that is no multiple of a unit price', () => {
  render(<Drawn begin={{ amount: '591.01', quantity: 2 }} />);
  type('Quantity of Limousine', '3');
  expect(kept()).toEqual({ quantity: 3, amount: '591.01' });
});

const Held = () => {
  const [value, onChange] = useState('');
  return (
    <MantineProvider env="test">
      <AmountInput label="Opening" name="opening" value={value} onChange={onChange} />
      <output>{value}</output>
    </MantineProvider>
  );
};

it.each([
  ['1a2b.50', '12.50'],
  ['$1,250', '1250.00'],
  ['abc', ''],
])('removes the letters of %j and stores %j', (typed, held) => {
  render(<Held />);
  const input = screen.getByLabelText('Opening') as HTMLInputElement;
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.blur(input);
  expect(input.value).not.toMatch(/[a-z]/i);
  expect(screen.getByRole('status').textContent).toBe(held);
});

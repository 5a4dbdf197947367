// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AmountInput } from './line-details.tsx';

afterEach(cleanup);

const Held = () => {
  const [value, onChange] = useState('');
  return (
    <MantineProvider env="test">
      <AmountInput label="Opening" name="opening" value={value} onChange={onChange} />
      <output>{value}</output>
    </MantineProvider>
  );
};

describe('AmountInput', () => {
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
});

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BurialTotalReading } from './burial-total.tsx';

afterEach(cleanup);

describe('BurialTotalReading', () => {
  it('shows the total of burial fees', () => {
    const fees = { vault_fee: '450.00', additional_fees: '.50', space_fee: 'unknown' };
    render(<BurialTotalReading values={fees} />);
    expect(screen.getByText('Burial fees total').parentElement?.textContent).toContain('$450.50');
  });
});

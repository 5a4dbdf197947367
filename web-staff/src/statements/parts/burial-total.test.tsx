// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BurialTotalReading } from './burial-total.tsx';

afterEach(cleanup);

describe('burial fees that nobody may change now', () => {
  it('are read with their sum', () => {
    const fees = { vault_fee: '450.00', additional_fees: '.50', space_fee: 'unknown' };
    render(<BurialTotalReading values={fees} />);
    expect(screen.getByText('Burial fees total').parentElement?.textContent).toContain('$450.50');
  });
});

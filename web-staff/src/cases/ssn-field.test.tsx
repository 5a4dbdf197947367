// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { SsnField } from './ssn-field.tsx';

const path = 'POST /api/services/cases/{id}/retrieve_ssn/';
const full = '987-65-4320';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const draw = (answer: () => unknown, role: Role = 'funeral_director') =>
  renderPage(<SsnField caseId="c1" masked="XXX-XX-4320" />, { role, call: answering({ [path]: answer }) });
const settle = (milliseconds = 1) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const reveal = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Reveal the Social Security Number' }));
  await settle();
};

describe('SsnField', () => {
  it('S-10 shows the SSN for 30 seconds without caching it', async () => {
    const { client } = draw(() => ({ social_security_number: full }));
    await reveal();
    expect(screen.getByText(full)).toBeTruthy();
    expect(
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain(full);
    expect(
      JSON.stringify(
        client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain(full);
    await settle(29_000);
    expect(screen.queryByText(full)).not.toBeNull();
    await settle(1000);
    expect(screen.queryByText(full)).toBeNull();
    expect(screen.getByText('XXX-XX-4320')).toBeTruthy();
  });

  it("shows the server's error for 5 seconds", async () => {
    draw(() => {
      throw new ApiError(503, 'Server error', { error: 'No number without its audit entry' });
    });
    await reveal();
    expect(screen.getByRole('alert').textContent).toBe('No number without its audit entry');
    await settle(5000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no button without permission', () => {
    draw(() => ({ social_security_number: full }), 'coordinator');
    expect(screen.getByText('XXX-XX-4320')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StatusPage } from './status-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = {
  reference: 'R-7K3M-9QTX',
  status: 'contacted',
  funeral_home_name: 'Northside Chapel',
  logo_url: null,
  telephone: '9045550101',
  submitted_at: '2026-11-20T10:00:00Z',
};

const open = (...answers: (() => Promise<Response>)[]) => {
  const calls = vi.fn((_url: string) => (answers.shift() ?? (() => Promise.resolve(Response.json(report))))());
  vi.stubGlobal('fetch', calls);
  render(<StatusPage reference="R-7K3M-9QTX" token="secret" />);
  return calls;
};

describe('the status page', () => {
  it('shows how the report stands', async () => {
    const calls = open();
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByText('Northside Chapel')).toBeTruthy();
    expect(screen.getByText('Contacted').closest('li')?.getAttribute('aria-current')).toBe('step');
    const call = screen.getByRole('link', { name: 'Call us: (904) 555-0101' });
    expect(call.getAttribute('href')).toBe('tel:9045550101');
    expect(calls.mock.calls[0]?.[0]).toBe('/api/forms/public/check-status/R-7K3M-9QTX/secret/');
  });

  it('renews itself, and keeps what it shows while the connection is gone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    const calls = open(
      () => Promise.resolve(Response.json(report)),
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(Response.json({ ...report, status: 'in_progress' })),
    );
    expect(await screen.findByText('Northside Chapel')).toBeTruthy();
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
    expect(calls).toHaveBeenCalledTimes(2);
    expect(screen.getByText('Contacted').closest('li')?.getAttribute('aria-current')).toBe('step');
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
    await vi.waitFor(() =>
      expect(screen.getByText('In progress').closest('li')?.getAttribute('aria-current')).toBe('step'),
    );
    vi.useRealTimers();
  });

  it('says when the link is not known', async () => {
    open(async () => Response.json({ detail: 'Not found' }, { status: 404 }));
    expect(await screen.findByText(/could not find this report/)).toBeTruthy();
  });

  it('offers another try when it cannot be read', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch')));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Northside Chapel')).toBeTruthy();
  });
});

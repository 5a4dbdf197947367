// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { healthOf } from '#domain/system-status/health.endpoints.ts';
import { createSession } from '../session/session-context.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { StatusPage } from './status-page.tsx';

const get = vi.fn();
const minute = 60_000;
const now = new Date('2026-03-01T03:00:00.000Z');
const healthAgo = (ms: number, waiting_seconds: number) =>
  healthOf({ measured_at: new Date(now.getTime() - ms).toISOString(), waiting_seconds }, now);

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ now, shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const draw = (signedIn = false) => {
  const session = createSession({
    holdsTokens: () => signedIn,
    accessToken: async () => undefined,
    signOut: async () => undefined,
  });
  return renderPage(<StatusPage />, { session, call: answering({ 'GET /api/health/': get }) });
};
const headline = (text: string) => screen.findByText(text, { selector: '[role=status]' });

describe('StatusPage', () => {
  it('shows that everything works, by part, with the time of the check', async () => {
    get.mockReturnValue(healthAgo(3 * minute, 0));
    draw();
    expect(screen.getByRole('status', { name: 'Checking status' })).toBeTruthy();
    expect(await headline('Everything is working')).toBeTruthy();
    expect(screen.getAllByText('Working')).toHaveLength(2);
    expect(screen.getByText('3 minutes ago')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the sign-in page' }).getAttribute('href')).toBe('/signin');
  });

  it('claims nothing without a check', async () => {
    get.mockReturnValue(healthOf(undefined, now));
    draw();
    await headline('Status unavailable');
    expect(screen.getByText('Not checked yet.')).toBeTruthy();
    expect(screen.getByText('Not known')).toBeTruthy();
  });

  it('checks every minute, and withdraws its claim without an answer', async () => {
    get.mockReturnValueOnce(healthAgo(0, 0));
    get.mockImplementation(() => {
      throw new ApiError(503, 'The service is busy');
    });
    draw();
    await headline('Everything is working');
    await vi.advanceTimersByTimeAsync(minute + 5000);
    await headline('Status unavailable');
    expect(screen.getByText(/The service did not respond/)).toBeTruthy();
    expect(screen.queryByText('Working')).toBeNull();
    expect(screen.getByRole('link', { name: 'take a call' }).getAttribute('href')).toBe('/take-a-call');
    get.mockReturnValue(healthAgo(0, 0));
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await headline('Everything is working');
  });
});

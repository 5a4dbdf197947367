// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { askCode, openReport } from './lazy-calls.ts';
import { ResumeReportPage } from './resume-report-page.tsx';

vi.mock('./lazy-calls.ts', () => ({ askCode: vi.fn(), openReport: vi.fn() }));

afterEach(cleanup);

const limited = new ApiError(429, 'Too many requests.');

it('shows how long a limit lasts: a minute for tries, an hour for emails', async () => {
  vi.mocked(askCode)
    .mockResolvedValueOnce(undefined as never)
    .mockRejectedValueOnce(limited);
  vi.mocked(openReport).mockRejectedValueOnce(limited);
  const copy = { draft_id: 'draft', secret: 'secret' } as never;
  render(<ResumeReportPage copy={copy} replaces={false} phone="(904) 555-0101" onOpened={vi.fn()} onLeave={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Email me the code' }));
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '22222-22222' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open my answers' }));
  expect(await screen.findByText('Too many attempts. Please wait a minute, or call us.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText(/Please try again in an hour\.$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call us instead' })).toBeTruthy();
});

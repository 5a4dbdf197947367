// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PostingRead, QuickBooksStatus } from '#domain/quickbooks/quickbooks.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { SentPanel } from './sync-log-panel.tsx';

const status: QuickBooksStatus = {
  connected: true,
  company_name: 'Whitcomb & Ames',
  realm_id: '9341450001',
  environment: 'sandbox',
  is_mapped: true,
  connected_at: '2026-03-01T08:00:00.000Z',
  connected_by_name: 'Eleanor Whitcomb',
  refresh_expires_at: null,
  needs_reconnect: false,
  paused_until: null,
  waiting_count: 0,
  failed_count: 1,
  companies: [],
  homes: [],
};
const failed = (changed_amount: string | null): PostingRead => ({
  entry: 'payment:1',
  kind: 'payment',
  state: 'failed',
  case_id: 'case-1',
  case_number: 'WA-2026-0081',
  number: 'WA-R-2026-0147',
  date: '2026-10-03',
  amount: '2110.00',
  problem: { what: 'It failed.', remedy: 'Try again.' },
  changed_amount,
  realm_id: '9341450001',
  quickbooks_id: '7',
  updated_at: '2026-10-03T08:00:00.000Z',
});
const draw = (changed: string | null) =>
  renderPage(<SentPanel status={status} />, {
    call: answering({ 'GET /api/quickbooks/sync/entries/': () => ({ results: [failed(changed)], more: false }) }),
  });
const variantOf = (name: string) => screen.getByRole('button', { name }).dataset.variant;

describe('SentPanel', () => {
  it('shows both amounts of a changed record, and says what sending overwrites', async () => {
    draw('2101.00');
    expect(await screen.findByText('Stillwater $2,110.00 · QuickBooks $2,101.00')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Payment WA-R-2026-0147' })).toBeTruthy();
    expect(variantOf('Mark as entered manually')).toBe('default');
    expect(variantOf('Overwrite $2,101.00 in QuickBooks')).toBe('subtle');
  });

  it('offers to send any other failed record again', async () => {
    draw(null);
    expect(await screen.findByRole('link', { name: 'Payment WA-R-2026-0147 · $2,110.00' })).toBeTruthy();
    expect(variantOf('Send again')).toBe('default');
  });
});

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditProof } from '#domain/shared/audit/audit-log.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { AuditDrawer } from './case-audit-drawer.tsx';

const proof = (changes: Partial<AuditProof> = {}): AuditProof => ({
  ...{ whole: true, entries: 12, sealed: 12, waiting: 0, through: '2026-11-22T15:12:00.000Z', findings: [] },
  ...changes,
});
const log = vi.fn<(query: Record<string, string>) => unknown>();
const verify = vi.fn<() => AuditProof>();
const call = answering({
  'GET /api/services/cases/{id}/audit_log/': (input) => log((input as { query: Record<string, string> }).query),
  'GET /api/services/cases/{id}/verify_audit_log/': () => verify(),
  'GET /api/customers/team-members/': () => ({ results: [{ id: 'p1', full_name: 'Dee Kowalski' }] }),
});
beforeEach(() => {
  log.mockReset().mockReturnValue({ results: [], next_cursor: null });
  verify.mockReset().mockReturnValue(proof());
});
const draw = () => renderPage(<AuditDrawer caseId="c1" onClose={() => {}} />, { call });
const pressVerify = () => fireEvent.click(screen.getByRole('button', { name: 'Verify this log' }));

describe('AuditDrawer', () => {
  it("sends the chosen filters, with days in the location's time zone", async () => {
    draw();
    await screen.findByText('No activity yet');
    await screen.findByText('Dee Kowalski');
    const choose = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    choose('Action', 'ssn.revealed');
    choose('Person', 'p1');
    choose('Section', 'service');
    choose('From', '2026-11-01');
    choose('To', '2026-11-02');
    await waitFor(() =>
      expect(log.mock.lastCall?.[0]).toEqual({
        ...{ action: 'ssn.revealed', actor: 'p1', section: 'service', page_size: '50' },
        // New York sets its clocks back on November 1.
        ...{ from: '2026-11-01T04:00:00.000Z', to: '2026-11-03T05:00:00.000Z' },
      }),
    );
    await screen.findByText('No matching entries');
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(log.mock.lastCall?.[0]).toEqual({ page_size: '50' }));
  });

  it('S-12 announces which entries were changed', async () => {
    verify.mockReturnValue(
      proof({
        whole: false,
        sealed: 11,
        findings: [
          { problem: 'entry-changed', entry_id: 'e1', at: '2026-11-20T15:12:00.000Z' },
          { problem: 'trail-cut', entry_id: null, at: null },
        ],
      }),
    );
    draw();
    pressVerify();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This log has been altered');
    expect([...alert.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^An entry was changed after it was recorded: Nov 20, 2026/),
      'Earlier entries were removed',
    ]);
  });
});

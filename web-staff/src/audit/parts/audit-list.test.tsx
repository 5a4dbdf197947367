// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { HomeZone } from '../../ui/time/time-ago.tsx';
import { AuditDrawer } from './case-audit-drawer.tsx';

const entry = (n: number) => ({
  id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  at: '2026-03-01T10:00:00.000Z',
  action: `change.number_${n}`,
  actor_id: null,
  actor_name: 'System',
  actor_role: null,
  changes: [],
  ip: null,
  request_id: 'r',
});

describe('AuditList', () => {
  it('shows earlier entries on demand', async () => {
    const asked: unknown[] = [];
    const answer = (input: unknown) => {
      const { query } = input as { query: { cursor?: string } };
      asked.push(query);
      return query.cursor
        ? { results: [entry(1)], next_cursor: null }
        : { results: [entry(3), entry(2)], next_cursor: 'earlier' };
    };
    renderPage(<AuditDrawer caseId="c1" onClose={() => {}} />, {
      call: answering({ 'GET /api/services/cases/{id}/audit_log/': answer }),
    });
    await screen.findByText('Change number 3');
    expect(screen.queryByText('Change number 1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier entries' }));
    await screen.findByText('Change number 1');
    expect(screen.getByText('Change number 3')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
    expect(asked).toEqual([{ page_size: '50' }, { page_size: '50', cursor: 'earlier' }]);
  });

  it("shows the home's clock by its name to a viewer in another time zone", async () => {
    const answer = () => ({ results: [entry(1)], next_cursor: null });
    renderPage(
      <HomeZone value="Pacific/Honolulu">
        <AuditDrawer caseId="c1" onClose={() => {}} />
      </HomeZone>,
      { call: answering({ 'GET /api/services/cases/{id}/audit_log/': answer }) },
    );
    // The entry is of March 1 at 10:00 UTC.
    expect(await screen.findByText('Sunday, Mar 1, 2026')).toBeTruthy();
    expect(screen.getByText(/^12:00\sAM HST$/)).toBeTruthy();
  });

  it('omits a field that the action already names', async () => {
    const shown = {
      ...entry(1),
      action: 'ssn.revealed',
      actor_name: 'Marcus Ames',
      actor_role: 'funeral_director',
      changes: [{ field: 'social_security_number', from: null, to: null }],
    };
    renderPage(<AuditDrawer caseId="c1" onClose={() => {}} />, {
      call: answering({ 'GET /api/services/cases/{id}/audit_log/': () => ({ results: [shown], next_cursor: null }) }),
    });
    await screen.findByText(/^Marcus Ames, Funeral director/);
    expect(screen.queryByText('Social Security Number')).toBeNull();
    // The initials are of the person, not of the role.
    expect(screen.getByText('MA')).toBeTruthy();
  });
});

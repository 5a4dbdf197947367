// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { ListedMember, TeamInvitation } from '#domain/team/team.endpoints.ts';
import { dayOfWork, teamMessages } from '#domain/team/team.rules.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { TeamPage } from './team-page.tsx';

const path = '/api/customers/team-members/';
const home = { funeral_home: 'h1', funeral_home_name: 'Northside Chapel', created_at: '2026-01-01T00:00:00Z' };
const member = (over: Partial<ListedMember>): ListedMember => ({
  ...{ id: 'm1', email: 'dee@example.com', first_name: 'Dee', last_name: 'Kowalski', full_name: 'Dee Kowalski' },
  ...{ role: 'coordinator', status: 'active', manageable: true, last_seen_on: null, has_authenticator: false },
  ...home,
  ...over,
});
const invitation = (over: Partial<TeamInvitation>): TeamInvitation => ({
  ...{ id: 'i1', email: 'new@example.com', role: 'coordinator', status: 'pending' },
  ...{ invited_by_name: 'Eleanor Whitcomb', sent_at: null, mail_problem: null, expires_at: '2026-12-01T12:00:00Z' },
  ...home,
  ...over,
});

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const draw = (
  { members = [member({})], invitations = [] as TeamInvitation[], at = '/', role = 'super_admin' as Role } = {},
  answers: Parameters<typeof answering>[0] = {},
) =>
  renderPage(
    <>
      <TeamPage />
      <Toasts />
    </>,
    {
      role,
      at,
      call: answering({
        [`GET ${path}`]: () => ({ count: members.length, next: null, previous: null, results: members }),
        'GET /api/customers/team-invitations/': () => ({ results: invitations }),
        'GET /api/customers/team-invitations/pending_count/': () => ({ count: 0 }),
        'GET /api/customers/funeral-homes/': () => ({ results: [] }),
        ...answers,
      }),
    },
  );

describe('team members', () => {
  it('shows when a member was last seen, and whether sign-in takes two steps', async () => {
    const today = dayOfWork(new Date());
    draw({
      members: [
        member({ last_seen_on: today, has_authenticator: true }),
        member({ id: 'm2', full_name: 'Tom Adair', last_seen_on: '2025-03-04' }),
        member({ id: 'm3', full_name: 'Nora Quill' }),
      ],
    });
    const cells = async (name: string) => {
      const row = (await screen.findByText(name)).closest('tr') as HTMLElement;
      return within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    };
    expect(await cells('Dee Kowalski')).toContain('TodayTwo-step sign-in on');
    expect(await cells('Tom Adair')).toContain('Mar 4, 2025Two-step sign-in off');
    expect(await cells('Nora Quill')).toContain('Not recorded yetTwo-step sign-in off');
  });

  it("S-41 shows a member's history with sign-ins only to owners", async () => {
    const entry = { id: 'e1', at: '2026-06-01T09:00:00.000Z', action: 'sign_in.succeeded', actor_id: 'm1' };
    const changes = [{ field: 'failed_before', from: null, to: 3 }];
    const more = { actor_name: 'Dee Kowalski', actor_role: 'coordinator', changes, ip: null, request_id: 'r' };
    const history = () => ({ results: [{ ...entry, ...more }], next_cursor: null });
    draw({ role: 'super_admin' }, { [`GET ${path}{id}/audit_log/`]: history });
    await click('More for Dee Kowalski');
    fireEvent.click(await screen.findByText('History and sign-ins'));
    expect(await screen.findByText('Signed in')).toBeTruthy();
    expect(screen.getByText(/Failed sign-ins before this/)).toBeTruthy();
    cleanup();
    draw({ role: 'funeral_home_admin' });
    await click('More for Dee Kowalski');
    expect(await screen.findByText('Reset the authenticator app')).toBeTruthy();
    expect(screen.queryByText('History and sign-ins')).toBeNull();
  });

  it('explains why a member cannot be managed', async () => {
    const members = [member({ manageable: false }), member({ id: 'm2', role: 'super_admin', manageable: false })];
    draw({ role: 'funeral_home_admin', members });
    expect(await screen.findByText('At another location.')).toBeTruthy();
    expect(screen.getByText('Only an owner can change an owner.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
  });

  it('keeps the order of members after a refetch', async () => {
    const [first, second] = [member({}), member({ id: 'm2', full_name: 'Ivy Marsh' })];
    const members = [first, second];
    const deactivate = () => {
      const gone = { ...first, status: 'deactivated' as const };
      // The server sorts deactivated members last.
      members.splice(0, 2, second, gone);
      return gone;
    };
    draw({ members }, { [`POST ${path}{id}/deactivate/`]: deactivate });
    await click('Deactivate Dee Kowalski');
    await confirm('Deactivate');
    await screen.findByRole('button', { name: 'Reactivate Dee Kowalski' });
    const names = screen.getAllByRole('button', { name: /^Edit role/ }).map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['Edit role and location of Dee Kowalski', 'Edit role and location of Ivy Marsh']);
  });

  it("resets a member's authenticator app after a confirmation with their name", async () => {
    const reset = vi.fn(() => member({}));
    draw(
      { members: [member({}), member({ id: 'm2', full_name: 'Gone Already', status: 'deactivated' })] },
      { [`POST ${path}{id}/reset_authenticator/`]: reset },
    );
    const entry = async (name: string) => {
      await click(`More for ${name}`);
      return screen.findByRole('menuitem', { name: 'Reset the authenticator app' });
    };
    expect((await entry('Gone Already')).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'More for Gone Already' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    fireEvent.click(await entry('Dee Kowalski'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Reset the authenticator app of Dee Kowalski?');
    expect(reset).not.toHaveBeenCalled();
    await confirm('Reset');
    expect(await screen.findByText('Authenticator app reset for Dee Kowalski. They will get an email.')).toBeTruthy();
    expect(reset).toHaveBeenCalledWith({ params: { id: 'm1' } });
  });

  it('sends no unchanged role and home, and shows a rejection', async () => {
    const change = vi.fn(() => {
      throw new ApiError(409, teamMessages.lastOwner, { detail: teamMessages.lastOwner });
    });
    draw({}, { [`PATCH ${path}{id}/`]: change });
    const open = async () => {
      await click('Edit role and location of Dee Kowalski');
      return screen.findByRole('dialog');
    };
    fireEvent.click(within(await open()).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(change).not.toHaveBeenCalled();
    const dialog = await open();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Administrator' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(teamMessages.lastOwner)).toBeTruthy();
    const body = { role: 'funeral_home_admin', funeral_home: 'h1' };
    expect(change).toHaveBeenCalledWith({ params: { id: 'm1' }, body });
  });
});

describe('team invitations', () => {
  it('shows the state of email and link, and collapses ended invitations', async () => {
    const sent = { sent_at: new Date().toISOString() };
    const invitations = [
      invitation({}),
      invitation({ id: 'i2', email: 'sent@example.com', ...sent }),
      invitation({ id: 'i4', email: 'wrong@example.com', ...sent, mail_problem: 'no_mailbox' }),
      invitation({ id: 'i3', email: 'late@example.com', status: 'expired', sent_at: '2026-10-01T12:00:00Z' }),
      invitation({ id: 'i5', email: 'joined@example.com', status: 'accepted' }),
    ];
    draw({ invitations, at: '/?tab=invitations' });
    const row = async (email: string) => (await screen.findByText(email)).closest('tr')?.textContent;
    expect(await row('new@example.com')).toContain('Sending email');
    expect(await row('sent@example.com')).toContain('Sent just now');
    expect(await row('wrong@example.com')).toMatch(/The email came back: .*Check the address\./);
    expect(await row('late@example.com')).toMatch(/Expired.*Expired Dec 1, 2026/);
    expect(screen.queryByText('joined@example.com')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Earlier invitations/ }));
    expect(await screen.findByText('joined@example.com')).toBeTruthy();
  });

  it('sends an invitation again, and shows a rejection', async () => {
    const resend = vi.fn(() => {
      throw new ApiError(400, 'Bad request', { email: [teamMessages.alreadyInvited] });
    });
    draw(
      { at: '/?tab=invitations', invitations: [invitation({ status: 'expired' })] },
      { 'POST /api/customers/team-invitations/{id}/resend/': resend },
    );
    await click('Send again to new@example.com');
    expect(await screen.findByText(teamMessages.alreadyInvited)).toBeTruthy();
  });
});

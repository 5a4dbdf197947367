// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { InviteDialog } from './invite-dialog.tsx';

const former = { email: 'former@example.com', full_name: 'Sam Leaving', status: 'deactivated' };
const onClose = vi.fn();
const send = vi.fn();

beforeEach(() => vi.resetAllMocks());
const draw = async (role: Role = 'super_admin') => {
  renderPage(<InviteDialog members={[former as Partial<TeamMember> as TeamMember]} onClose={onClose} />, {
    role,
    call: answering({
      'POST /api/customers/team-invitations/': send,
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });
  await screen.findByRole('dialog');
};
const type = (email: string) => fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }));

describe('InviteDialog', () => {
  it('offers an administrator every role but owner', async () => {
    await draw('funeral_home_admin');
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
      'funeral_home_admin',
      'funeral_director',
      'coordinator',
      'office_staff',
    ]);
  });

  it('shows a rejection at its field until it is changed', async () => {
    send.mockRejectedValueOnce(new ApiError(400, 'Bad request', { email: [teamMessages.alreadyInvited] }));
    send.mockResolvedValueOnce({ id: 'i1', email: 'new@example.com' });
    await draw();
    type('new@example.com');
    fireEvent.click(screen.getByRole('radio', { name: 'Coordinator' }));
    press();
    await screen.findByText(teamMessages.alreadyInvited);
    type('other@example.com');
    expect(screen.queryByText(teamMessages.alreadyInvited)).toBeNull();
    press();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(send).toHaveBeenLastCalledWith(
      expect.objectContaining({ body: expect.objectContaining({ email: 'other@example.com', role: 'coordinator' }) }),
    );
  });
});

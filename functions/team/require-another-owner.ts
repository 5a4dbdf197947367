import { AppError } from '#domain/shared/contract/errors.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { Team } from '#functions/team/repository/team.ts';

/**
 * A check for the transaction that takes an owner away: somebody else is an active owner, and still is when it
 * commits. Throws 409 when there is nobody.
 */
export const anotherOwner = async (team: Team, leaving: string): Promise<Write> => {
  const members = await team.members();
  const other = members.find(({ id, role, status }) => id !== leaving && role === 'super_admin' && status === 'active');
  if (!other) throw new AppError('conflict', { detail: teamMessages.lastOwner });
  return team.stillOwner(other.id);
};

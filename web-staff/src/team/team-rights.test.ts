import { describe, expect, it } from 'vitest';
import { teamMessages } from '#domain/team/team.rules.ts';
import { deactivationRefusal, isLastOwner } from './team-rights.ts';

const owner = { id: 'owner', role: 'super_admin', status: 'active', funeral_home: 'here', homeId: 'here' } as const;
const second = { ...owner, id: 'second' } as const;
const director = { ...owner, id: 'director', role: 'funeral_director' } as const;

describe('team rights', () => {
  it('counts only active owners as replacement of the last owner', () => {
    expect(isLastOwner(owner, [owner, director])).toBe(true);
    expect(isLastOwner(owner, [owner, second])).toBe(false);
    expect(isLastOwner(owner, [owner, { ...second, status: 'deactivated' }])).toBe(true);
    expect(isLastOwner({ ...owner, status: 'deactivated' }, [second])).toBe(false);
    expect(isLastOwner(director, [director])).toBe(false);
  });

  it('protects the user themselves and the last owner from deactivation', () => {
    expect(deactivationRefusal(owner, owner, [owner, second])).toBe(teamMessages.notYourself);
    expect(deactivationRefusal(second, { ...owner, id: 'other' }, [second, director])).toBe(teamMessages.lastOwner);
    expect(deactivationRefusal(second, owner, [owner, second])).toBeUndefined();
    expect(deactivationRefusal(director, owner, [owner, director])).toBeUndefined();
  });
});

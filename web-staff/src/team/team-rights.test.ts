import { describe, expect, it } from 'vitest';
import { teamMessages } from '#domain/team/team.rules.ts';
import { deactivationRefusal, isLastOwner } from './team-rights.ts';

const owner = { id: 'owner', role: 'super_admin', status: 'active', funeral_home: 'here', homeId: 'here' } as const;
const second = { ...owner, id: 'second' } as const;
const director = { ...owner, id: 'director', role: 'funeral_director' } as const;

describe('what can be done with a member', () => {
  it('knows the last owner, whom a deactivated one does not replace', () => {
    expect(isLastOwner(owner, [owner, director])).toBe(true);
    expect(isLastOwner(owner, [owner, second])).toBe(false);
    expect(isLastOwner(owner, [owner, { ...second, status: 'deactivated' }])).toBe(true);
    expect(isLastOwner({ ...owner, status: 'deactivated' }, [second])).toBe(false);
    expect(isLastOwner(director, [director])).toBe(false);
  });

  it('keeps oneself and the last owner', () => {
    expect(deactivationRefusal(owner, owner, [owner, second])).toBe(teamMessages.notYourself);
    expect(deactivationRefusal(second, { ...owner, id: 'other' }, [second, director])).toBe(teamMessages.lastOwner);
    expect(deactivationRefusal(second, owner, [owner, second])).toBeUndefined();
    expect(deactivationRefusal(director, owner, [owner, director])).toBeUndefined();
  });
});

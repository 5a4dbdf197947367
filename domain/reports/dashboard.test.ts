import { describe, expect, it } from 'vitest';
import { hasPermission, roles } from '#domain/shared/access/roles.ts';
import { dataNeededForRole } from './dashboard.ts';

describe('dataNeededForRole', () => {
  it('includes no money for roles that may not see it', () => {
    const blind = roles.filter((role) => !hasPermission({ role }, 'insight:money'));
    expect(blind.length).toBeGreaterThan(0);
    for (const role of blind)
      expect(['money', 'today', 'owing'].filter((read) => new Set<string>(dataNeededForRole(role)).has(read))).toEqual(
        [],
      );
  });

  it.each([
    ['super_admin', ['work', 'money', 'owing']],
    ['funeral_home_admin', ['work', 'money', 'owing']],
    ['funeral_director', ['open', 'work']],
    ['coordinator', ['open', 'work']],
    ['office_staff', ['today', 'money', 'owing']],
  ] as const)('returns for %s the sources of its metrics: %s', (role, reads) => {
    expect([...dataNeededForRole(role)]).toEqual(reads);
  });
});

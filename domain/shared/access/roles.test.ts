import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import {
  callsAsking,
  callsByPermission,
  callsOf,
  columns,
  isAllowed,
  permissionTable,
  policyActions,
} from '#tests/contract/permission-table.ts';
import { allPermissions, hasPermission, isDemotion, type Permission, permissionsOf, roles } from './roles.ts';

describe('S-03 role table, compared with a handwritten copy', () => {
  it('contains a row for every permission and a column for every role', () => {
    expect(Object.keys(permissionTable).sort()).toEqual([...allPermissions].sort());
    expect([...columns].sort()).toEqual([...roles].sort());
  });

  it.each(roles)('S-03 allows %s exactly what the table says', (role) => {
    const listed = (Object.keys(permissionTable) as Permission[]).filter((permission) => isAllowed(role, permission));
    expect(allPermissions.filter((permission) => hasPermission({ role }, permission)).sort()).toEqual(listed.sort());
    expect(permissionsOf(role).sort()).toEqual(listed.sort());
  });

  it.each(Object.keys(callsByPermission) as (Permission | 'public')[])(
    'S-03 %s is required by exactly the endpoints of the table',
    (may) => {
      const asking = allEndpoints().flatMap(({ name, endpoint }) => (endpoint.permission === may ? [name] : []));
      expect(asking.sort()).toEqual(callsOf(may).sort());
    },
  );

  it('S-03 each endpoint names the policy that its handler checks', () => {
    const endpoints = allEndpoints();
    const wrong = endpoints.filter(({ name, endpoint: { policy } }) => policy && !callsAsking(policy).includes(name));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const asking = new Set(policyActions.flatMap(callsAsking));
    const silent = endpoints.filter(({ name, endpoint: { policy } }) => asking.has(name) && !policy);
    // Bulk endpoints check each record and list the denied ones.
    expect(silent.map(({ name }) => name)).toEqual([
      ...['cases.bulkDelete', 'signature-envelopes.bulkDelete', 'signature-envelopes.bulkResend'],
    ]);
  });
});

it.each([
  ['funeral_director', 'coordinator', true],
  ['super_admin', 'funeral_home_admin', true],
  ['coordinator', 'funeral_director', false],
  ['office_staff', 'funeral_home_admin', false],
  // Office staff see revenue; coordinators do not.
  ['office_staff', 'coordinator', true],
  ['coordinator', 'coordinator', false],
] as const)('from %s to %s is a demotion: %s', (before, next, loses) => {
  expect(isDemotion(before, next)).toBe(loses);
});

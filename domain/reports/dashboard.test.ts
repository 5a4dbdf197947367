import { expect, it } from 'vitest';
import { dataNeededForRole } from './dashboard.ts';

it.each([
  ['super_admin', ['work', 'money', 'owing']],
  ['funeral_home_admin', ['work', 'money', 'owing']],
  ['funeral_director', ['open', 'work']],
  ['coordinator', ['open', 'work']],
  ['office_staff', ['today', 'money', 'owing']],
] as const)('dataNeededForRole returns for %s the sources of its metrics: %s', (role, reads) => {
  expect([...dataNeededForRole(role)]).toEqual(reads);
});

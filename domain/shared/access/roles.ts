/**
 * Who may do what. One table, deny by default: a permission that a role does not list is refused.
 * Roles as D1 §6; what D1 leaves open is decided in docs/decisions.
 */
export const roles = ['super_admin', 'funeral_home_admin', 'funeral_director', 'coordinator', 'office_staff'] as const;
export type Role = (typeof roles)[number];

const everyone = roles;
/** Those who manage an organization and its people. */
export const administrators = ['super_admin', 'funeral_home_admin'] as const satisfies readonly Role[];
const caseWorkers = [...administrators, 'funeral_director', 'coordinator'] as const satisfies readonly Role[];
const directors = [...administrators, 'funeral_director'] as const satisfies readonly Role[];
const owners = ['super_admin'] as const satisfies readonly Role[];

const permissions = {
  'organization:read': everyone,
  'organization:edit': owners,
  'profile:read': everyone,
  'profile:edit': everyone,
  'home:read': everyone,
  'home:edit': administrators,
  'team:read': everyone,
  'team:manage': administrators,
  // Everything that the organization has, in one file.
  'organization:archive': owners,
  // Sign-ins tell when people come and go.
  'team:audit': owners,
  // What a deleted record's history says of people is gone for good.
  'history:forget': owners,
  'onboarding:edit': administrators,
  'submission:read': everyone,
  'submission:edit': everyone,
  'submission:convert': caseWorkers,
  'submission:delete': administrators,
  'first-call:read': everyone,
  'first-call:edit': everyone,
  'first-call:convert': caseWorkers,
  'first-call:delete': administrators,
  'case:read': everyone,
  // Who opens cases works on them; the office reads them, and follows up: certificate, copies, its own records (ADR 0263).
  'case:edit': caseWorkers,
  'case:follow-up': everyone,
  'case:audit': caseWorkers,
  // Exports and deletions are for administrators alone (quality S-03), and so is reopening (D2 §4).
  'case:reopen': administrators,
  'case:delete': administrators,
  'case:export': administrators,
  // A link brings what the calendar shows to whoever sees the calendar.
  'calendar:subscribe': everyone,
  // The access to somebody's account at Google.
  'calendar:connect': owners,
  'ssn:read': directors,
  // The desk takes money to the bank, with the numbers of its checks; who is answerable for the case corrects and gives back.
  'payment:read': everyone,
  'payment:record': everyone,
  'payment:correct': directors,
  'payment:check-number': everyone,
  // Whoever scans and photographs papers adds them; policies say who deletes what.
  'document:read': everyone,
  'document:add': everyone,
  'document:edit': everyone,
  'document:delete': everyone,
  // Who works on a case makes its Statement; the desk reads it.
  'statement:read': everyone,
  'statement:finalize': caseWorkers,
  // The desk asks for signatures as it takes payments; who works on the case takes that back.
  'signature:read': everyone,
  'signature:send': everyone,
  'signature:void': caseWorkers,
  // What families are asked to sign is the house's word.
  'signature:manage-templates': administrators,
  'permit:read': everyone,
  'permit:edit': everyone,
  // The key of a partner's account.
  'signing:connect': owners,
  // What a company earns, and how its books are kept; who connects it gives its key away.
  'accounting:read': administrators,
  'accounting:edit': administrators,
  'accounting:connect': owners,
  // How the work goes, by cases that everybody reads; what it brings, for who owns, manages or keeps the books.
  'insight:work': everyone,
  'insight:money': [...administrators, 'office_staff'],
  // A month of the whole organization, as it is mailed.
  'insight:months': owners,
  'customer:read': everyone,
  'customer:edit': everyone,
  'customer:merge': directors,
  // Exports and deletions are for administrators alone (quality S-03).
  'customer:export': administrators,
  'customer:delete': administrators,
  // Brings in as many records at once as an organization has, and takes them away again.
  'records:import': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;
export const allPermissions = Object.keys(permissions) as Permission[];

/** True when the role's row in the table lists the permission. */
export const hasPermission = (actor: { role: Role }, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(actor.role);

/** The permissions of a role, for the profile that the staff site reads to hide what it may not do. */
export const permissionsOf = (role: Role): Permission[] =>
  allPermissions.filter((permission) => hasPermission({ role }, permission));

/** Whether somebody may do less in the next role than in the one before. */
export const isDemotion = (before: Role, next: Role): boolean =>
  permissionsOf(before).some((permission) => !hasPermission({ role: next }, permission));

/** Role names as people say them. */
export const roleLabels: Record<Role, string> = {
  super_admin: 'Owner',
  funeral_home_admin: 'Administrator',
  funeral_director: 'Funeral director',
  coordinator: 'Coordinator',
  office_staff: 'Office staff',
};

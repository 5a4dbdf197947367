/** The role table, deny by default. Roles as in D1 §6; docs/decisions decides what D1 leaves open. */
export const roles = ['super_admin', 'funeral_home_admin', 'funeral_director', 'coordinator', 'office_staff'] as const;
export type Role = (typeof roles)[number];

const everyone = roles;
export const administrators = ['super_admin', 'funeral_home_admin'] as const satisfies readonly Role[];
const caseWorkers = [...administrators, 'funeral_director', 'coordinator'] as const satisfies readonly Role[];
export const directors = [...administrators, 'funeral_director'] as const satisfies readonly Role[];
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
  'organization:archive': owners,
  'team:audit': owners,
  // Erasing personal data from a deleted record's history is irreversible.
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
  // Office staff read cases and follow up: certificate, copies, office records (ADR 0263).
  'case:edit': caseWorkers,
  'case:follow-up': everyone,
  'gate:override': directors,
  // Staff on call of every role move the deceased, count them and list their effects.
  'care:read': everyone,
  'care:move': everyone,
  // Office staff complete tasks without editing the case.
  'task:tick': everyone,
  // Everyone plans the day; moving the service itself needs 'case:edit'.
  'day:plan': everyone,
  'task:plan': caseWorkers,
  // A photograph that identifies someone is for those who work on the case.
  'care:photo': caseWorkers,
  'case:audit': caseWorkers,
  // Only administrators export, delete (S-03) and reopen (D2 §4).
  'case:reopen': administrators,
  'case:delete': administrators,
  'case:export': administrators,
  'calendar:subscribe': everyone,
  'calendar:connect': owners,
  'ssn:read': directors,
  // Everyone records payments, because office staff take checks to the bank; directors correct and refund them.
  'payment:read': everyone,
  'payment:record': everyone,
  'payment:correct': directors,
  'payment:check-number': everyone,
  'document:read': everyone,
  'document:add': everyone,
  'document:edit': everyone,
  'document:delete': everyone,
  'statement:read': everyone,
  'statement:finalize': caseWorkers,
  // Office staff request signatures; case workers void them.
  'signature:read': everyone,
  'signature:send': everyone,
  'signature:void': caseWorkers,
  // Templates are legal texts of the funeral home.
  'signature:manage-templates': administrators,
  'permit:read': everyone,
  'permit:edit': everyone,
  'signing:connect': owners,
  'accounting:read': administrators,
  'accounting:edit': administrators,
  'accounting:connect': owners,
  // Everyone reads cases, and so the reports about them; revenue is for owners, administrators and office staff.
  'insight:work': everyone,
  'insight:money': [...administrators, 'office_staff'],
  'insight:months': owners,
  'customer:read': everyone,
  'customer:edit': everyone,
  'customer:merge': directors,
  // Only administrators export and delete (S-03).
  'customer:export': administrators,
  'customer:delete': administrators,
  // Creates and undoes bulk imports.
  'records:import': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;
export const allPermissions = Object.keys(permissions) as Permission[];

/** True if the role table lists the permission for the actor's role. */
export const hasPermission = (actor: { role: Role }, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(actor.role);

/** Returns the permissions of a role; the staff site hides the rest. */
export const permissionsOf = (role: Role): Permission[] =>
  allPermissions.filter((permission) => hasPermission({ role }, permission));

/** True if `next` has fewer permissions than `before`. */
export const isDemotion = (before: Role, next: Role): boolean =>
  permissionsOf(before).some((permission) => !hasPermission({ role: next }, permission));

export const roleLabels: Record<Role, string> = {
  super_admin: 'Owner',
  funeral_home_admin: 'Administrator',
  funeral_director: 'Funeral director',
  coordinator: 'Coordinator',
  office_staff: 'Office staff',
};

import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { DemoDeed, StaffEmail } from './demo-organization.ts';

const actions = {
  draft: 'case.updated',
  active: 'case.activated',
  completed: 'case.completed',
  cancelled: 'case.cancelled',
} as const satisfies Record<CaseStatus, AuditAction>;

/** A change of status, so many hours before the seeding. */
export const moved = (from: CaseStatus, to: CaseStatus, by: StaffEmail, hours: number): DemoDeed => ({
  hours,
  by,
  action: actions[to],
  changes: [{ field: 'status', from, to }],
});

import * as z from 'zod';
import { Instant, listQuery, version } from '#domain/contract/wire.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { isCalendarDate } from '#domain/values/calendar-date.ts';

/** D2 §3 case status. */
export const caseStatuses = ['draft', 'active', 'completed', 'cancelled'] as const;
export const CaseStatus = z.enum(caseStatuses);
export type CaseStatus = z.output<typeof CaseStatus>;

export const CaseRow = z.object({
  id: z.uuid(),
  case_number: z.string(),
  status: CaseStatus,
  created_at: Instant,
  deceased_full_name: z.string(),
  date_of_birth: z.string(),
  date_of_death: z.string(),
  service_type: z.string(),
  service_date: z.string(),
  informant_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
});
export type CaseRow = z.output<typeof CaseRow>;

/**
 * A case as the wire carries it: the fields of all its sections flat beside these (D2 §3), the SSN masked, always.
 * `section_versions` names the version of each section, so that two people in different sections never collide.
 */
export const Case = z
  .object({
    id: z.uuid(),
    case_number: z.string(),
    status: CaseStatus,
    version,
    created_at: Instant,
    updated_at: Instant,
    created_by_name: z.string().nullable(),
    deceased_full_name: z.string(),
    social_security_number: z.string(),
    funeral_home_id: z.uuid(),
    funeral_home_name: z.string(),
    source_submission_id: z.uuid().nullable(),
    section_versions: z.record(z.string(), version),
  })
  .catchall(z.unknown());
export type Case = z.output<typeof Case>;

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');

/** Filters of the case list. */
export const CaseQuery = listQuery.extend({
  status: CaseStatus.optional(),
  location: z.uuid().optional(),
  service_type: z.enum(serviceTypes.map(({ value }) => value)).optional(),
  /** Days on which the case was opened, both within. */
  created_from: day.optional(),
  created_to: day.optional(),
  /** Days of the service, both within. */
  service_from: day.optional(),
  service_to: day.optional(),
  case_number: z.string().max(30).optional(),
});

/** One line of a record's audit log: who, when, what field by field, from where. SSN values never. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Instant,
  action: z.string(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  actor_role: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  ip: z.string().nullable(),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

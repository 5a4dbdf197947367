import * as z from 'zod';
import { idOf } from '#domain/contract/ids.ts';
import { Instant, listQuery, timeOrdering } from '#domain/contract/wire.ts';
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

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');

/** Filters of the case list. */
export const CaseQuery = listQuery.extend({
  ordering: timeOrdering,
  status: CaseStatus.optional(),
  location: idOf('home').optional(),
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

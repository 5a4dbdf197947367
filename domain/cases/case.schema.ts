import * as z from 'zod';
import { gates } from '#domain/gates/gate-names.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery } from '#domain/shared/contract/wire.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { caseStatuses } from './case-status.ts';

export const CaseStatus = z.enum(caseStatuses);
export type CaseStatus = z.output<typeof CaseStatus>;

/** A step of an active case; days are '' if there is none. */
export const NextStep = z.object({ label: z.string(), due: z.string(), until: z.string() });
export type NextStep = z.output<typeof NextStep>;

export const CaseRow = z.object({
  id: z.uuid(),
  case_number: z.string(),
  status: CaseStatus,
  created_at: Instant,
  deceased_full_name: z.string(),
  /** '' in a row written before it was recorded. */
  deceased_last_name: z.string(),
  date_of_birth: z.string(),
  date_of_death: z.string(),
  service_type: z.string(),
  service_date: z.string(),
  service_time: z.string(),
  service_location: z.string(),
  informant_name: z.string(),
  /** Digits; '' while unknown. */
  informant_phone: z.string(),
  created_by_name: z.string(),
  /** Whether the case counts as complete for display (D2 §4). */
  is_complete: z.boolean(),
  missing_count: z.number().int(),
  total_paid: z.string(),
  /** The next one and those after it, of which the first that is not over counts (`nextStepOn`). */
  next_steps: z.array(NextStep),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  /** Missing checks of the last gate at the planned moment (a day, or `YYYY-MM-DD HH:MM`); null once it is over. */
  gate: z.object({ gate: z.enum(gates), at: z.string(), missing: z.number().int() }).nullish(),
  /** Progress of its tasks, with the next one by due time; absent in a row written before tasks. */
  tasks: z.object({ open: z.number().int(), ended: z.number().int(), next: z.string(), due: z.string() }).nullish(),
});
export type CaseRow = z.output<typeof CaseRow>;

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');

export const caseOrderings = ['created_at', 'service_date', 'deceased_name'] as const;
export type CaseOrdering = (typeof caseOrderings)[number];

export const CaseFilters = z.object({
  status: CaseStatus.optional(),
  location: idSchema('home').optional(),
  service_type: z.enum(serviceTypes.map(({ value }) => value)).optional(),
  /** Days on which the case was opened, both inclusive. */
  created_from: day.optional(),
  created_to: day.optional(),
  /** Days of the service, both inclusive. */
  service_from: day.optional(),
  service_to: day.optional(),
  mine: z.enum(['true']).optional(),
  /** Only cases with missing fields for their next step. */
  lacking: z.enum(['true']).optional(),
  /** Only cases with missing checks whose last step is not long past; `soon`: around now, up to 48 hours ahead. */
  gates: z.enum(['red', 'soon']).optional(),
  /** By default the newest first, or by day of service if the filter has one. */
  ordering: z.enum(caseOrderings.flatMap((ordering) => [ordering, `-${ordering}`] as const)).optional(),
});

export const CaseQuery = listQuery.extend({ ...CaseFilters.shape, case_number: z.string().max(30).optional() });

export const CaseStatistics = z.object({
  days: z.number().int(),
  /** The range that was counted, today included. */
  from: z.string(),
  to: z.string(),
  total: z.number().int(),
  by_status: z.record(CaseStatus, z.number().int()),
  opened: z.number().int(),
  opened_by_status: z.record(CaseStatus, z.number().int()),
  /** Opened in the preceding range of the same length. */
  opened_before: z.number().int(),
  /** By day; empty for ranges over 92 days. */
  opened_by_day: z.array(z.object({ date: z.string(), count: z.number().int() })),
  /** By month (YYYY-MM); empty for ranges up to 92 days. */
  opened_by_month: z.array(z.object({ month: z.string(), count: z.number().int() })),
  /** Services in the coming days, as many as the range has, without cancelled cases. */
  services_ahead: z.number().int(),
  /** False when the count reached its limit. */
  services_ahead_is_exact: z.boolean(),
});
export type CaseStatistics = z.output<typeof CaseStatistics>;

export const maxStatisticsDays = 3660;

export const PossibleDuplicateCase = CaseRow.pick({
  id: true,
  case_number: true,
  status: true,
  created_at: true,
  deceased_full_name: true,
  date_of_birth: true,
  date_of_death: true,
  funeral_home_name: true,
});
export type PossibleDuplicateCase = z.output<typeof PossibleDuplicateCase>;

/** A list for the home screen: the first ten cases and the count of all. */
export const WaitingCases = z.object({ count: z.number().int(), count_is_exact: z.boolean(), cases: z.array(CaseRow) });
export const CaseQueue = z.object({
  /** Services of the next seven days, soonest first, without cancelled cases. */
  services: WaitingCases,
  drafts: WaitingCases,
  /** Active cases with missing fields, newest first. */
  lacking: WaitingCases,
});
export type CaseQueue = z.output<typeof CaseQueue>;

export const CasePresence = z.object({
  others: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** The open section; null between sections. */
      section: z.string().nullable(),
      since: Instant,
    }),
  ),
});
export type CasePresence = z.output<typeof CasePresence>;

/** The interval between heartbeats of an open case, and the age at which a user counts as gone. */
export const presenceHeartbeatSeconds = 20;
export const presenceTimeoutSeconds = 50;

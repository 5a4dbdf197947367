import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery } from '#domain/shared/contract/wire.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { caseStatuses } from './case-status.ts';

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
  service_time: z.string(),
  service_location: z.string(),
  informant_name: z.string(),
  /** Digits of the informant's phone; '' while it is not known. */
  informant_phone: z.string(),
  created_by_name: z.string(),
  /** Whether it has what a case is shown as complete with (D2 §4). */
  is_complete: z.boolean(),
  /** How many required fields it lacks to be activated (a draft) or completed (an active case). */
  missing_count: z.number().int(),
  /** What was received for it, as a decimal string. */
  total_paid: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
});
export type CaseRow = z.output<typeof CaseRow>;

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');

/** What lists of cases are sorted by. */
export const caseOrderings = ['created_at', 'service_date', 'deceased_name'] as const;
export type CaseOrdering = (typeof caseOrderings)[number];

/** What narrows a list of cases, an export of them, and nothing else. */
export const CaseFilters = z.object({
  status: CaseStatus.optional(),
  location: idSchema('home').optional(),
  service_type: z.enum(serviceTypes.map(({ value }) => value)).optional(),
  /** Days on which the case was opened, both within. */
  created_from: day.optional(),
  created_to: day.optional(),
  /** Days of the service, both within. */
  service_from: day.optional(),
  service_to: day.optional(),
  /** Those that the caller opened. */
  mine: z.enum(['true']).optional(),
  /** Those that lack something for their next step. */
  lacking: z.enum(['true']).optional(),
  /** By default the newest first, or by the day of the service where days of it are asked for. */
  ordering: z.enum(caseOrderings.flatMap((ordering) => [ordering, `-${ordering}`] as const)).optional(),
});

/** Filters of the case list. */
export const CaseQuery = listQuery.extend({ ...CaseFilters.shape, case_number: z.string().max(30).optional() });

/** How many cases there are and were opened, from the counters of the list. */
export const CaseStatistics = z.object({
  days: z.number().int(),
  /** The days that were counted, today among them. */
  from: z.string(),
  to: z.string(),
  total: z.number().int(),
  by_status: z.record(CaseStatus, z.number().int()),
  /** Cases opened within the days, by the status that they have now. */
  opened: z.number().int(),
  opened_by_status: z.record(CaseStatus, z.number().int()),
  /** Cases opened within as many days before these. */
  opened_before: z.number().int(),
  /** Per day how many were opened; empty for more than 92 days. */
  opened_by_day: z.array(z.object({ date: z.string(), count: z.number().int() })),
  /** Per month (YYYY-MM) how many were opened, within the days; empty for 92 days and fewer. */
  opened_by_month: z.array(z.object({ month: z.string(), count: z.number().int() })),
  /** Services to come within as many days, today among them, of cases that are not cancelled. */
  services_ahead: z.number().int(),
  /** False where there are more of them than were counted. */
  services_ahead_is_exact: z.boolean(),
});
export type CaseStatistics = z.output<typeof CaseStatistics>;

/** The most days that statistics look back. */
export const maxStatisticsDays = 3660;

/** A case that may be about the same person. */
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

/** What of the cases waits for somebody: for the home screen. Each list holds the first ten; `count` says of how many. */
export const WaitingCases = z.object({ count: z.number().int(), count_is_exact: z.boolean(), cases: z.array(CaseRow) });
export const CaseQueue = z.object({
  /** Services of today and the six days that follow, of cases that are not cancelled, the next one first. */
  services: WaitingCases,
  /** Drafts, the one opened last first. */
  drafts: WaitingCases,
  /** Active cases that lack something to be completed, the one opened last first. */
  lacking: WaitingCases,
});
export type CaseQueue = z.output<typeof CaseQueue>;

/** Somebody else who has the case open. */
export const CasePresence = z.object({
  others: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** The section they have open; null between sections. */
      section: z.string().nullable(),
      since: Instant,
    }),
  ),
});
export type CasePresence = z.output<typeof CasePresence>;

/** Seconds between two signs of somebody who has a case open, and after how many without one they are gone. */
export const presenceHeartbeatSeconds = 20;
export const presenceTimeoutSeconds = 50;

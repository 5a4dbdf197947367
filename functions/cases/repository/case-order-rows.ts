import * as z from 'zod';
import { noNeeds, type ServiceNeeds } from '#domain/calendar/calendar-events.ts';
import type { CaseOrdering } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { CaseListRow } from './case-rows.ts';

/** What the sort values of cases without a service or a name start with: behind every day and every letter. */
export const noValue = '\u{10FFFE}';

const columns = z.object({
  id: z.string(),
  created_at: z.string(),
  status: z.enum(caseStatuses),
  funeral_home_id: z.string(),
  created_by_id: z.string(),
  service_type: z.string(),
  service_date: z.string(),
  service_time: z.string(),
  /** What a service needs besides its place; '' also in rows from before it was kept. */
  service_vehicle: z.string().default(''),
  service_led_by: z.string().default(''),
  /** Last name first, folded. */
  name: z.string(),
  lacking: z.boolean(),
});
export type CaseOrderRow = z.output<typeof columns>;

/**
 * The cases once more, in orders and by filters for which the list itself has no index left. Its rows hold what decides
 * about a place; what is shown of a case comes from the list.
 */
export const caseOrders = defineList({
  name: 'case-orders',
  partition: (keys, id) => keys.caseOrders(id),
  columns,
  sorts: {
    created_at: ({ created_at }) => created_at,
    service_date: ({ service_date, service_time, created_at }) =>
      `${service_date || noValue}~${service_time}~${created_at}`,
    deceased_name: ({ name, created_at }) => `${name || noValue}~${created_at}`,
  } satisfies Record<CaseOrdering, (row: CaseOrderRow) => string>,
  filters: {
    home: ({ funeral_home_id }) => funeral_home_id,
    status: ({ status }) => status,
    service_type: ({ service_type }) => service_type,
    creator: ({ created_by_id }) => created_by_id,
    lacking: ({ lacking }) => String(lacking),
  },
  views: [
    { index: 'gsi1', sort: 'service_date' },
    { index: 'gsi2', sort: 'deceased_name' },
    { index: 'gsi3', sort: 'created_at', filters: ['service_type'] },
    { index: 'gsi4', sort: 'created_at', filters: ['creator'] },
  ],
});

/** What decides about a case's places, of its row in the list; and what its service needs, where that is asked for. */
export const orderRow = (row: CaseListRow, { vehicle, led_by }: ServiceNeeds = noNeeds): CaseOrderRow => ({
  id: row.id,
  created_at: row.created_at,
  status: row.status,
  funeral_home_id: row.funeral_home_id,
  created_by_id: row.created_by_id,
  service_type: row.service_type,
  service_date: row.service_date,
  service_time: row.service_time,
  service_vehicle: vehicle,
  service_led_by: led_by,
  name: row.name,
  lacking: row.missing_count > 0,
});

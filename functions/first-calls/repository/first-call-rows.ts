import * as z from 'zod';
import { likenessKeys } from '#domain/cases/case-validation.ts';
import { firstCallStatuses } from '#domain/first-calls/first-call.sections.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import { deceasedNameOf, type FirstCallRecord, nameIn } from './first-call-record.ts';

export const firstCallsList = defineList({
  name: 'first-calls',
  partition: (keys, id) => keys.firstCall(id).pk,
  columns: z.object({
    id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    status: z.enum(firstCallStatuses),
    deceased_full_name: z.string(),
    deceased_last_name: z.string().default(''),
    date_of_birth: z.string(),
    date_of_death: z.string(),
    time_of_death: z.string(),
    place_of_death: z.string(),
    next_of_kin_name: z.string(),
    next_of_kin_relationship: z.string(),
    next_of_kin_phone: z.string(),
    call_taken_by: z.string(),
    removal_expected_at: z.string(),
    removal_left_at: z.string().nullable().default(null),
    removal_arrived_at: z.string().nullable().default(null),
    funeral_home_id: z.string(),
    case_id: z.string().nullable(),
    case_number: z.string().nullable(),
  }),
  sorts: { created: ({ created_at }) => created_at },
  filters: { home: ({ funeral_home_id }) => funeral_home_id, status: ({ status }) => status },
  views: [
    { index: 'gsi1', sort: 'created' },
    { index: 'gsi2', sort: 'created', filters: ['status'] },
    { index: 'gsi3', sort: 'created', filters: ['home'] },
    { index: 'gsi4', sort: 'created', filters: ['home', 'status'] },
  ],
});
export type FirstCallListRow = z.output<typeof firstCallsList.columns>;

export const firstCallRow = (record: FirstCallRecord): FirstCallListRow => {
  const { form } = record;
  const nextOfKin = record.next_of_kins[0]?.values;
  return {
    id: record.id,
    created_at: record.created_at,
    updated_at: record.updated_at,
    status: record.status,
    deceased_full_name: deceasedNameOf(record),
    deceased_last_name: stringAt(form, 'deceased_last_name'),
    date_of_birth: stringAt(form, 'date_of_birth'),
    date_of_death: stringAt(form, 'date_of_death'),
    time_of_death: stringAt(form, 'time_of_death'),
    place_of_death: stringAt(form, 'place_of_death'),
    next_of_kin_name: nameIn(nextOfKin, 'first_name', 'last_name'),
    next_of_kin_relationship: stringAt(nextOfKin, 'relationship'),
    next_of_kin_phone: stringAt(nextOfKin, 'phone'),
    call_taken_by: stringAt(form, 'call_taken_by'),
    removal_expected_at: stringAt(form, 'removal_expected_at'),
    removal_left_at: record.removal_left_at,
    removal_arrived_at: record.removal_arrived_at,
    funeral_home_id: record.funeral_home_id,
    case_id: record.case_id,
    case_number: record.case_number,
  };
};

/** Under this reason, sheets with an open promise are in order of the promised time. */
export const promised = 'promised';
export const promiseOf = ({ removal_expected_at, removal_arrived_at }: FirstCallListRow): Shared[] =>
  removal_expected_at && !removal_arrived_at ? [{ reason: promised, value: removal_expected_at }] : [];

/** Returns what a sheet shares with other first calls, reports and cases of the same death. */
export const likenessOf = ({ form, next_of_kins }: Pick<FirstCallRecord, 'form' | 'next_of_kins'>): Shared[] =>
  likenessKeys(
    {
      first_name: stringAt(form, 'deceased_first_name'),
      last_name: stringAt(form, 'deceased_last_name'),
      date_of_birth: stringAt(form, 'date_of_birth'),
      date_of_death: stringAt(form, 'date_of_death'),
    },
    next_of_kins.map(({ values }) => stringAt(values, 'phone')),
  );

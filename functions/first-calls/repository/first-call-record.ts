import * as z from 'zod';
import { likenessKeys } from '#domain/cases/case-validation.ts';
import { FirstCallRow, firstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { firstCallStatuses } from '#domain/first-calls/first-call.sections.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const Values = z.record(z.string(), z.unknown());

export const firstCallSchema = storedSchema({
  kind: 'first call',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    version: z.number(),
    status: z.enum(firstCallStatuses),
    /** The status before the conversion; deleting the case restores it. */
    converted_from: z.enum(['draft', 'active']).optional(),
    created_at: z.string(),
    updated_at: z.string(),
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
    case_id: z.string().nullable(),
    case_number: z.string().nullable(),
    /** Instants. Sheets of earlier releases have neither. */
    removal_left_at: z.string().nullable().default(null),
    removal_arrived_at: z.string().nullable().default(null),
    ssn_id: z.string().nullable(),
    ssn_last4: z.string().nullable(),
    form: Values,
    next_of_kins: z.array(z.object({ id: z.string(), values: Values })),
  }),
});
export type FirstCallRecord = z.output<typeof firstCallSchema.schema>;
export type KinRecord = FirstCallRecord['next_of_kins'][number];

export const nameIn = (values: Readonly<Record<string, unknown>> | undefined, ...parts: string[]): string =>
  fullName(...parts.map((part) => stringAt(values, part)));

export const deceasedNameOf = ({ form }: Pick<FirstCallRecord, 'form'>): string =>
  nameIn(form, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name');

export const firstCallsList = defineList({
  name: 'first-calls',
  partition: (keys, id) => keys.firstCall(id).pk,
  columns: FirstCallRow.omit({ funeral_home_name: true }),
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

export const rowOfFirstCall = (record: FirstCallRecord) =>
  firstCallRow({ ...record, deceased_full_name: deceasedNameOf(record) }, record.form, record.next_of_kins[0]?.values);

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

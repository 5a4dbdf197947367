import * as z from 'zod';
import { firstCallStatuses } from '#domain/first-calls/first-call.sections.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
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

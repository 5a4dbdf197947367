import * as z from 'zod';
import { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import { CustomerRow, maxCustomersOfCase, tooManyCustomers } from '#domain/customers/customer.schema.ts';
import { LikeSubmission } from '#domain/intake/submission.schema.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, timeOrdering, version } from '#domain/shared/contract/wire.ts';
import { entriesLimit } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { sentValues, wireValues } from '#domain/shared/forms/wire.ts';
import { stringAt, textsIn } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { FirstCallStatus, firstCallFields, firstCallKinFields } from './first-call.sections.ts';

/** When the removal team left for the place of death and arrived there. */
const removalSteps = { removal_left_at: Instant.nullable(), removal_arrived_at: Instant.nullable() };

export const FirstCallRow = z.object({
  id: z.uuid(),
  created_at: Instant,
  updated_at: Instant,
  status: FirstCallStatus,
  deceased_full_name: z.string(),
  /** '' in a row written before it was recorded. */
  deceased_last_name: z.string(),
  date_of_birth: z.string(),
  date_of_death: z.string(),
  time_of_death: z.string(),
  place_of_death: z.string(),
  next_of_kin_name: z.string(),
  next_of_kin_relationship: z.string(),
  next_of_kin_phone: z.string(),
  call_taken_by: z.string(),
  removal_expected_at: z.string(),
  ...removalSteps,
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  case_id: z.uuid().nullable(),
  case_number: z.string().nullable(),
});
export type FirstCallRow = z.output<typeof FirstCallRow>;

const coreColumns = [
  'id',
  'created_at',
  'updated_at',
  'status',
  'deceased_full_name',
  'funeral_home_id',
  'removal_left_at',
  'removal_arrived_at',
  'case_id',
  'case_number',
] as const;

/** Returns the list row of a sheet; used by the projection and the browser. */
export const firstCallRow = (
  sheet: Pick<FirstCallRow, (typeof coreColumns)[number]>,
  form: Values,
  nextOfKin: Values | undefined,
): Omit<FirstCallRow, 'funeral_home_name'> => ({
  ...pick(sheet, coreColumns),
  ...textsIn(form, ['deceased_last_name', 'date_of_birth', 'date_of_death', 'time_of_death', 'place_of_death']),
  ...textsIn(form, ['call_taken_by', 'removal_expected_at']),
  next_of_kin_name: fullName(stringAt(nextOfKin, 'first_name'), stringAt(nextOfKin, 'last_name')),
  next_of_kin_relationship: stringAt(nextOfKin, 'relationship'),
  next_of_kin_phone: stringAt(nextOfKin, 'phone'),
});

export const FirstCallKin = z.lazy(() => wireValues(firstCallKinFields).extend({ id: z.uuid() }));
export type FirstCallKin = z.output<typeof FirstCallKin>;

export const SentKin = z.lazy(() => sentValues(firstCallKinFields).extend({ version: version.optional() }));

/**
 * A whole sheet: its fields are flat, under their documented names (D2 §3). `social_security_number` is always masked.
 * Built on first use.
 */
export const FirstCall = z.lazy(() =>
  wireValues(firstCallFields).extend({
    id: z.uuid(),
    version,
    status: FirstCallStatus,
    created_at: Instant,
    updated_at: Instant,
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
    deceased_full_name: z.string(),
    funeral_home_id: z.uuid(),
    funeral_home_name: z.string(),
    next_of_kins: z.array(FirstCallKin),
    case_id: z.uuid().nullable(),
    case_number: z.string().nullable(),
    ...removalSteps,
    possible_duplicates: z.array(z.object({ id: z.uuid(), deceased_full_name: z.string(), created_at: Instant })),
    /** Empty once the sheet belongs to a case, as are its reports. */
    possible_cases: z.array(PossibleDuplicateCase),
    possible_reports: z.array(LikeSubmission),
  }),
);
export type FirstCall = z.output<typeof FirstCall>;

/** An entry with an id changes a stored one; one without is new. */
const changedSheet = () =>
  sentValues(firstCallFields).extend({
    next_of_kins: z
      .array(sentValues(firstCallKinFields).extend({ id: idSchema('first-call-kin').optional() }))
      .max(entriesLimit)
      .nullish(),
  });

/** A draft may have gaps. Only the conversion sets `converted`. */
const open = z.enum(['draft', 'active']).optional();

export const NewFirstCall = z.lazy(() => sentValues(firstCallFields).extend({ status: open }));
/** A change omits what stays and sends a blank to clear. */
export const FirstCallPatch = z.lazy(() => changedSheet().extend({ status: open, version: version.optional() }));
/** A new draft, or with an id the changed fields of a sheet. */
export const FirstCallAutosave = z.lazy(() =>
  changedSheet().extend({ id: idSchema('first-call').optional(), version: version.optional() }),
);

/** A step of the promised removal; with `undo` it did not happen. An arrival without a departure counts as both. */
export const RemovalStep = z.object({ step: z.enum(['left', 'arrived']), undo: z.boolean().optional() });
export type RemovalStep = z.output<typeof RemovalStep>;

export const FirstCallQuery = listQuery.extend({
  status: FirstCallStatus.optional(),
  location: idSchema('home').optional(),
  /** Only sheets with an open promised arrival (`isPromiseOpen`), the earliest first. */
  promised: z.enum(['true']).optional(),
  ordering: timeOrdering,
});

/** A number chosen by hand, and the next of kin who become customers: only the first by default. */
export const ConvertFirstCall = z.object({
  case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish(),
  next_of_kin_customers: z.array(idSchema('first-call-kin')).max(maxCustomersOfCase, tooManyCustomers).nullish(),
});

export const ConvertedField = z.object({ field: z.string(), value: z.unknown() });

/** A preview of the conversion. It reserves nothing. */
export const ConversionData = z.object({
  id: z.uuid(),
  version,
  case_id: z.uuid().nullable(),
  case_number: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), values: z.array(ConvertedField) })),
  /** The fields that an active case needs and the sheet does not have. */
  missing: z.array(z.object({ section: z.string(), field: z.string(), label: z.string(), message: z.string() })),
  possible_cases: z.array(PossibleDuplicateCase),
  /** Each next of kin with the customers of the same phone; `is_same` for the one that the case would name. */
  next_of_kins: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      relationship: z.string(),
      can_become_customer: z.boolean(),
      customers: z.array(z.object({ customer: CustomerRow, is_same: z.boolean() })),
    }),
  ),
});
export type ConversionData = z.output<typeof ConversionData>;

import * as z from 'zod';
import { type CaseInput, computeCaseChange } from '#domain/cases/case-change.ts';
import type { CaseContext } from '#domain/cases/case-conditions.ts';
import { caseRules, isMeaningful, type PersonOfCase, type SectionValues } from '#domain/cases/case-validation.ts';
import { missingForStage } from '#domain/cases/present-case.ts';
import { type CaseSectionId, fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import type { CaseField } from '#domain/cases/sections/section-definitions.ts';
import { contactToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { missingIn } from '#domain/shared/forms/completeness.ts';
import { type FormField, isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { patchOf, toFormValues } from '../../ui/record-form/form-values.ts';

export const informantKinds = ['customer', 'new', 'named'] as const;
export type InformantKind = (typeof informantKinds)[number];

/** The fields of a new case; all others are edited in the case. */
const essential: Partial<Record<CaseSectionId, readonly string[]>> = {
  deceased: [
    'deceased_first_name',
    'deceased_middle_name',
    'deceased_last_name',
    'deceased_whole_name',
    'gender',
    'date_of_birth',
    'date_of_death',
    'time_of_death',
    'social_security_number',
    'location_of_death',
  ],
  service: ['service_type', 'service_date', 'service_time', 'service_location', 'location'],
  informant: ['informant', 'informant_relationship', 'informant_name', 'informant_address'],
};
const contactFields = fieldsOfSection('informant').filter(
  ({ name }) => name.startsWith('customer_') && !['customer_address', 'customer_notes'].includes(name),
);

/** Options of older records are shown but not offered (D2 §3). */
const offered = (field: CaseField): CaseField =>
  field.name === 'informant_relationship' ? { ...field, options: relationships } : field;

const fieldsIn = (id: CaseSectionId): readonly CaseField[] =>
  fieldsOfSection(id)
    .filter(({ name }) => essential[id]?.includes(name))
    .map(offered);

export const deceasedFields = fieldsIn('deceased');
export const serviceFields = fieldsIn('service');
const [informantField, ...namedFields] = fieldsIn('informant');
const relationshipField = namedFields.filter(({ name }) => name === 'informant_relationship');

export const informantFieldsFor: Record<InformantKind, readonly CaseField[]> = {
  customer: relationshipField,
  new: [...relationshipField, ...contactFields],
  named: namedFields,
};

export const newCaseFields: readonly FormField[] = [
  ...deceasedFields,
  ...serviceFields,
  ...(informantField ? [informantField] : []),
  ...namedFields,
  ...contactFields,
];

export const shownOf = (fields: readonly CaseField[], values: Values, today: string): string[] =>
  fields.filter((field) => isShown(caseRules, field, values, { today, stage: 'draft' })).map(({ name }) => name);

export const emptyCase = (homeId: string, customerId: string): FormValues => {
  const defaults = Object.fromEntries(newCaseFields.map(({ name, defaultValue }) => [name, defaultValue]));
  return toFormValues(newCaseFields, { ...defaults, location: homeId, informant: customerId });
};

/** Returns the values for this kind of informant without blank and hidden fields. */
export const bodyOf = (values: FormValues, kind: InformantKind, context: CaseContext): Record<string, unknown> => {
  const informantNames = new Set(informantFieldsFor[kind].map(({ name }) => name));
  if (kind === 'customer') informantNames.add('informant');
  const counts = ({ name }: CaseField) => (isInformantField(name) ? informantNames.has(name) : true);
  const fields = (newCaseFields as readonly CaseField[]).filter(counts);
  const chosen: Values = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  const shownFields = fields.filter(
    (field) => !isBlank(chosen[field.name]) && isShown(caseRules, field, chosen, context),
  );
  return patchOf(shownFields, values);
};

const isInformantField = (name: string): boolean => name.startsWith('informant') || name.startsWith('customer_');

/** A new person becomes the first next of kin; the informant's fields follow. */
const withNewContact = (body: Record<string, unknown>): CaseInput => {
  const nextOfKin = isBlank(body.informant) ? contactToNextOfKin(body) : undefined;
  return (nextOfKin ? { ...body, next_of_kins: [nextOfKin] } : body) as CaseInput;
};

const validateNewCase = (body: Record<string, unknown>, today: string, clock?: HomeClock) => {
  const { sections, errors } = computeCaseChange({}, withNewContact(body), { today, stage: 'draft', clock });
  const validSections: SectionValues = Object.fromEntries([...sections].map(([id, { values }]) => [id, values]));
  return { validSections, errors };
};

export const hasDraftContent = (body: Record<string, unknown>, today: string): boolean => {
  const { validSections } = validateNewCase(body, today);
  return isMeaningful(validSections) || !isBlank(body.social_security_number);
};

export const missingToBeActive = (body: Record<string, unknown>, today: string) =>
  missingForStage(validateNewCase(body, today).validSections, { today, stage: 'active' });

interface NewCaseTarget {
  status: 'draft' | 'active';
  today: string;
  clock?: HomeClock | undefined;
}

/** Returns the errors of a new case by form name; a draft may have gaps. */
export const errorsOfNewCase = (
  values: FormValues,
  kind: InformantKind,
  { status, today, clock }: NewCaseTarget,
): FieldErrors => {
  const body = bodyOf(values, kind, { today, stage: 'draft' });
  const errors: FieldErrors = { ...validateNewCase(body, today, clock).errors };
  if (status === 'active') {
    const contact = kind === 'new' ? missingInContact(body, today) : [];
    // An incomplete informant gets messages about its gaps, not about a missing informant.
    const otherGaps = missingToBeActive(body, today).filter(
      ({ field }) => contact.length === 0 || !isNameOrAddress(field),
    );
    for (const { field, message } of [...contact, ...otherGaps]) errors[formFieldOf(field, kind)] ??= [message];
  }
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name in values));
};

const missingInContact = (body: Record<string, unknown>, today: string) =>
  missingIn(caseRules, { id: 'informant', fields: contactFields }, body, { today, stage: 'active' });

const isNameOrAddress = (field: string): boolean => field === 'informant_name' || field === 'informant_address';

/** A new informant's name is entered in the customer's fields. */
const formFieldOf = (field: string, kind: InformantKind): string => {
  if (kind === 'customer' && isNameOrAddress(field)) return 'informant';
  if (kind === 'new' && field === 'informant_name') return 'customer_first_name';
  if (kind === 'new' && field === 'informant_address') return 'customer_address_street';
  return field;
};

export const newCaseRules = (kind: InformantKind, target: NewCaseTarget) =>
  z.custom<FormValues>().superRefine((values, context) => {
    for (const [name, messages] of Object.entries(errorsOfNewCase(values, kind, target)))
      for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
  });

export const personOf = (values: FormValues): PersonOfCase => ({
  first_name: asString(values.deceased_first_name ?? ''),
  last_name: asString(values.deceased_last_name ?? ''),
  date_of_birth: asString(values.date_of_birth ?? ''),
  date_of_death: asString(values.date_of_death ?? ''),
});

import type { SectionValues } from '#domain/cases/case-validation.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { contactOfInformant } from '#domain/cases/primary-contact.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { type FormField, isBlank, isFreeText } from '#domain/shared/forms/field.ts';
import { dispositionMethods, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { joinAddress } from '#domain/shared/values/address.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';
import { valueForType } from './value-for-type.ts';

export interface FactsOfCase {
  case_number: string;
  sections: SectionValues;
  home: {
    name: string;
    address: string;
    city: string;
    state: string;
    zip_code: string;
    phone: string | null;
    license_number: string;
  };
  /** The newest finalized Statement. */
  statement: { statement_number: string; version: number; complete_total: string } | undefined;
  today: string;
}

/** The signer of a field, for values about that person. */
export interface FactsOfSigner {
  name: string;
  email: string;
  phone: string;
  relationship: string;
}

/** A value of a case that a field can show. */
export interface CaseSource {
  id: string;
  label: string;
  group: string;
}

const groupOf: Record<string, string> = {
  ...{ case: 'Case', home: 'Funeral home', statement: 'Statement', signer: 'Signer' },
};

type Kind = Pick<FormField, 'kind' | 'options'>;

interface Composed extends CaseSource {
  as: Kind;
  read: (facts: FactsOfCase, signer: FactsOfSigner | undefined) => string;
}

const text: Kind = { kind: 'text' };
const phone: Kind = { kind: 'phone' };

const composed: readonly Composed[] = (
  [
    ['case.deceased_name', 'Deceased’s full name', text, ({ sections }) => deceasedName(sections.deceased)],
    [
      ...(['case.method', 'Method of disposition', text] as const),
      ({ sections: { service = {} } }) =>
        dispositionMethods.find(({ value }) => value === methodOf(service))?.label ?? '',
    ],
    ['case.number', 'Case number', text, ({ case_number }) => case_number],
    [
      ...(['case.informant_name', 'Informant’s name', text] as const),
      ({ sections }) => asString(sections.informant?.informant_name),
    ],
    [
      ...(['case.informant_phone', 'Informant’s phone', phone] as const),
      ({ sections }) => contactOfInformant(sections.informant).phone,
    ],
    [
      ...(['case.residence', 'Deceased’s last address', text] as const),
      ({ sections: { demographics = {} } }) =>
        joinAddress({
          street: asString(demographics.home_address_street),
          apt: asString(demographics.home_address_apt),
          city: asString(demographics.home_address_city),
          state: asString(demographics.home_address_state),
          zip: asString(demographics.home_address_zip),
        }),
    ],
    ['case.today', 'Today', { kind: 'date' }, ({ today }) => today],
    ['home.name', 'Funeral home name', text, ({ home }) => home.name],
    [
      ...(['home.address', 'Funeral home address', text] as const),
      ({ home }) => joinAddress({ street: home.address, city: home.city, state: home.state, zip: home.zip_code }),
    ],
    ['home.phone', 'Funeral home phone', phone, ({ home }) => home.phone ?? ''],
    ['home.license_number', 'Funeral home license number', text, ({ home }) => home.license_number],
    ['statement.number', 'Statement number', text, ({ statement }) => statement?.statement_number ?? ''],
    [
      ...(['statement.version', 'Statement version', { kind: 'integer' }] as const),
      ({ statement }) => String(statement?.version ?? ''),
    ],
    [
      ...(['statement.total', 'Statement total', { kind: 'money' }] as const),
      ({ statement }) => statement?.complete_total ?? '',
    ],
    ['signer.name', 'Signer’s name', text, (_, signer) => signer?.name ?? ''],
    [
      ...(['signer.relationship', 'Signer’s relationship', { kind: 'select', options: knownRelationships }] as const),
      (_, signer) => signer?.relationship ?? '',
    ],
    ['signer.phone', 'Signer’s phone', phone, (_, signer) => signer?.phone ?? ''],
    ['signer.email', 'Signer’s email', text, (_, signer) => signer?.email ?? ''],
  ] satisfies [id: string, label: string, as: Kind, read: Composed['read']][]
).map(([id, label, as, read]) => ({ id, label, as, read, group: groupOf[id.slice(0, id.indexOf('.'))] ?? '' }));
const composedById = new Map(composed.map((composed) => [composed.id, composed]));

/** Secured numbers, ids, lists and internal notes never appear on a signed document. */
const isOffered = ({ kind, secured, readOnly }: FormField): boolean =>
  !secured && !readOnly && kind !== 'ssn' && kind !== 'reference' && kind !== 'entries';
const inner = new Set(['innerOffice', 'notes']);
/** Restricted fields and notes among staff, which no family signs. */
const kept = new Set([
  'financial.insurance_policy_number',
  'informant.customer_notes',
  'deathCertificate.death_cert_notes',
  'deathCertificate.dc_amendment_notes',
]);

const fieldsById = new Map<string, { field: FormField; section: string; name: string; group: string }>(
  caseSections
    .filter(({ id }) => !inner.has(id))
    .flatMap(({ id, title, fields }) =>
      fields
        .filter(isOffered)
        .filter(({ name }: FormField) => !kept.has(`${id}.${name}`))
        .map(
          (field: FormField) =>
            [`${id}.${field.name}`, { field, section: id, name: field.name, group: title }] as const,
        ),
    ),
);

/** All sources of a template's fields, in the order of the case form. */
export const caseSources: readonly CaseSource[] = [
  ...composed.map(({ id, label, group }) => ({ id, label, group })),
  ...[...fieldsById].map(([id, { field, group }]) => ({ id, label: field.label, group })),
];
const sourceIds = new Set(caseSources.map(({ id }) => id));
export const isCaseSource = (id: string): boolean => sourceIds.has(id);

/** Returns the stored value of a source and its kind; undefined for an unknown source. */
const saidBy = (id: string, facts: FactsOfCase, signer: FactsOfSigner | undefined) => {
  const made = composedById.get(id);
  if (made) return { as: made.as, value: made.read(facts, signer) as unknown };
  const found = fieldsById.get(id);
  if (!found) return undefined;
  const value = facts.sections[found.section as keyof SectionValues]?.[found.name];
  // Free text may contain a Social Security number.
  return { as: found.field, value: isFreeText(found.field) ? redactSsn(asString(value)) : value };
};

/** Returns a source's value as text, or as a DocuSeal field of this type accepts it; '' if there is none. */
export const sourceValue = (
  id: string,
  facts: FactsOfCase,
  signer: FactsOfSigner | undefined,
  field: { type: string; options?: readonly string[] | undefined },
): string => {
  const said = saidBy(id, facts, signer);
  if (!said || isBlank(said.value)) return '';
  return valueForType(said.as, said.value, field);
};

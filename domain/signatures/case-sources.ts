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
import { displayValue } from '../shared/forms/display.ts';
import { parseMoney, toDecimal } from '../shared/values/money.ts';
import { jurisdictions } from '../shared/values/us-state.ts';

type Kind = Pick<FormField, 'kind' | 'options'>;

/** Kinds whose digits are no number: DocuSeal would turn the ZIP code 02134 into 2134. */
const noQuantity = new Set<FormField['kind']>(['zip', 'phone', 'date', 'time', 'datetime', 'ssn', 'reference']);
const numeral = /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Returns the option with the same text or code, or with a unique first letter. */
const optionFor = ({ kind, options }: Kind, value: unknown, offered: readonly string[]): string => {
  const word = displayValue({ kind, options }, value);
  const state = kind === 'state' ? jurisdictions.find(({ code }) => code === value)?.name : undefined;
  const words = [word, String(value), ...(state ? [state] : [])];
  const equal = offered.find((label) => words.some((word) => same(word, label)));
  if (equal !== undefined) return equal;
  const begins = (label: string): boolean => same(label.trim().slice(0, 1), word.slice(0, 1));
  const meant = options?.map(({ label }) => label) ?? (typeof value === 'boolean' ? ['Yes', 'No'] : []);
  const isCode = (label: string): boolean => label.trim().length === 1;
  const isClear = isCode(word) || meant.filter(begins).length === 1;
  const [only, ...others] = offered.filter((label) => begins(label) && (isCode(word) || isCode(label)));
  return isClear && only !== undefined && others.length === 0 ? only : '';
};

/** Returns a value as a DocuSeal field of this type accepts it, a choice as an option; '' if it does not fit. */
const valueForType = (
  as: Kind,
  value: unknown,
  { type, options = [] }: { type: string; options?: readonly string[] | undefined },
): string => {
  if (type === 'date') return as.kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : '';
  if (type === 'number') {
    if (noQuantity.has(as.kind) || !numeral.test(String(value))) return '';
    return as.kind === 'money' ? toDecimal(parseMoney(String(value)) ?? 0) : String(Number(value));
  }
  if (type === 'radio' || type === 'select') return optionFor(as, value, options);
  return type === 'phone' && as.kind !== 'phone' ? '' : displayValue(as, value);
};

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
  case: 'Case',
  home: 'Funeral home',
  statement: 'Statement',
  signer: 'Signer',
};

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
      'case.method',
      'Method of disposition',
      text,
      ({ sections: { service = {} } }) =>
        dispositionMethods.find(({ value }) => value === methodOf(service))?.label ?? '',
    ],
    ['case.number', 'Case number', text, ({ case_number }) => case_number],
    ['case.informant_name', 'Informant’s name', text, ({ sections }) => asString(sections.informant?.informant_name)],
    [
      'case.informant_phone',
      'Informant’s phone',
      phone,
      ({ sections }) => contactOfInformant(sections.informant).phone,
    ],
    [
      'case.residence',
      'Deceased’s last address',
      text,
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
      'home.address',
      'Funeral home address',
      text,
      ({ home }) => joinAddress({ street: home.address, city: home.city, state: home.state, zip: home.zip_code }),
    ],
    ['home.phone', 'Funeral home phone', phone, ({ home }) => home.phone ?? ''],
    ['home.license_number', 'Funeral home license number', text, ({ home }) => home.license_number],
    ['statement.number', 'Statement number', text, ({ statement }) => statement?.statement_number ?? ''],
    [
      'statement.version',
      'Statement version',
      { kind: 'integer' },
      ({ statement }) => String(statement?.version ?? ''),
    ],
    ['statement.total', 'Statement total', { kind: 'money' }, ({ statement }) => statement?.complete_total ?? ''],
    ['signer.name', 'Signer’s name', text, (_, signer) => signer?.name ?? ''],
    [
      'signer.relationship',
      'Signer’s relationship',
      { kind: 'select', options: knownRelationships },
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
const valueFrom = (id: string, facts: FactsOfCase, signer: FactsOfSigner | undefined) => {
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
  const sourced = valueFrom(id, facts, signer);
  if (!sourced || isBlank(sourced.value)) return '';
  return valueForType(sourced.as, sourced.value, field);
};

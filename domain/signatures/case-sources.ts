import { deceasedName } from '#domain/cases/case-row.ts';
import type { SectionValues } from '#domain/cases/case-rules.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { displayValue } from '#domain/forms/display.ts';
import { type FormField, isBlank } from '#domain/forms/field.ts';
import { knownRelationships } from '#domain/reference-data/relationships.ts';
import { joinAddress } from '#domain/values/address.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/values/money.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { redactSsn } from '#domain/values/ssn-in-text.ts';
import { textOf } from '#domain/values/text-of.ts';

/** What the fields of a template are filled from. */
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
  /** The home's day. */
  today: string;
}

/** Who signs, where a field says something of that person. */
export interface FactsOfSigner {
  name: string;
  email: string;
  phone: string;
  relationship: string;
}

/** One thing of a case that a field can show. */
export interface CaseSource {
  id: string;
  label: string;
  group: string;
}

interface Composed extends CaseSource {
  /** `iso` where the field is a date: DocuSeal takes days as YYYY-MM-DD. */
  read: (facts: FactsOfCase, signer: FactsOfSigner | undefined, iso: boolean) => string;
}

const relationshipLabel = (value: string): string =>
  knownRelationships.find((one) => one.value === value)?.label ?? value;
const day = (value: unknown, iso: boolean): string => {
  const text = textOf(value);
  return iso || text === '' ? text : formatDate(text);
};
const money = (decimal: string): string => {
  const cents = parseMoney(decimal);
  return cents === null ? decimal : formatMoney(cents);
};

const composed: readonly Composed[] = [
  ...(
    [
      ['case.deceased_name', 'Full name of the deceased', ({ sections }) => deceasedName(sections.deceased)],
      ['case.number', 'Case number', ({ case_number }) => case_number],
      ['case.informant_name', 'Name of the informant', ({ sections }) => textOf(sections.informant?.informant_name)],
      [
        'case.informant_phone',
        'Phone of the informant',
        ({ sections }) => {
          const phone = sections.informant?.customer_phone || nextOfKins(sections.informant)[0]?.phone;
          return formatPhone(textOf(phone));
        },
      ],
      [
        'case.residence',
        'Last address of the deceased',
        ({ sections: { demographics = {} } }) =>
          joinAddress({
            street: textOf(demographics.home_address_street),
            apt: textOf(demographics.home_address_apt),
            city: textOf(demographics.home_address_city),
            state: textOf(demographics.home_address_state),
            zip: textOf(demographics.home_address_zip),
          }),
      ],
    ] satisfies [string, string, (facts: FactsOfCase) => string][]
  ).map(([id, label, read]) => ({ id, label, group: 'Case', read })),
  {
    ...{ id: 'case.today', label: 'Today', group: 'Case' },
    read: ({ today }, _signer, iso) => day(today, iso),
  },
  ...(
    [
      ['home.name', 'Name of the funeral home', ({ home }) => home.name],
      [
        'home.address',
        'Address of the funeral home',
        ({ home }) => joinAddress({ street: home.address, city: home.city, state: home.state, zip: home.zip_code }),
      ],
      ['home.phone', 'Phone of the funeral home', ({ home }) => formatPhone(home.phone ?? '')],
      ['home.license_number', 'License of the funeral home', ({ home }) => home.license_number],
    ] satisfies [string, string, (facts: FactsOfCase) => string][]
  ).map(([id, label, read]) => ({ id, label, group: 'Funeral home', read })),
  ...(
    [
      ['statement.number', 'Number of the Statement', ({ statement }) => statement?.statement_number ?? ''],
      [
        'statement.version',
        'Version of the Statement',
        ({ statement }) => (statement ? String(statement.version) : ''),
      ],
      [
        'statement.total',
        'Total of the Statement',
        ({ statement }) => (statement ? money(statement.complete_total) : ''),
      ],
    ] satisfies [string, string, (facts: FactsOfCase) => string][]
  ).map(([id, label, read]) => ({ id, label, group: 'Statement', read })),
  ...(
    [
      ['signer.name', 'Name of who signs', (signer) => signer.name],
      ['signer.relationship', 'Relationship of who signs', (signer) => relationshipLabel(signer.relationship)],
      ['signer.phone', 'Phone of who signs', (signer) => formatPhone(signer.phone)],
      ['signer.email', 'Email of who signs', (signer) => signer.email],
    ] satisfies [string, string, (signer: FactsOfSigner) => string][]
  ).map(([id, label, read]) => ({
    ...{ id, label, group: 'Who signs' },
    read: (_facts: FactsOfCase, signer: FactsOfSigner | undefined) => (signer ? read(signer) : ''),
  })),
];
const composedById = new Map(composed.map((one) => [one.id, one]));

/** What may stand on a paper that leaves the house: nothing of numbers that are sealed, no ids, no lists, no inner notes. */
const isOffered = ({ kind, secured, readOnly }: FormField): boolean =>
  !secured && !readOnly && kind !== 'ssn' && kind !== 'reference' && kind !== 'entries';
const inner = new Set(['innerOffice', 'notes']);
/** Shown to a few alone, or what staff note for one another: nothing that a family signs. */
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

/** Everything that a field of a template can be filled with, in the order of the case form. */
export const caseSources: readonly CaseSource[] = [
  ...composed.map(({ id, label, group }) => ({ id, label, group })),
  ...[...fieldsById].map(([id, { field, group }]) => ({ id, label: field.label, group })),
];
const sourceIds = new Set(caseSources.map(({ id }) => id));
export const isCaseSource = (id: string): boolean => sourceIds.has(id);

/**
 * What a source says of a case, in the words people read; '' where the case does not say it. `type` is that of the field
 * at DocuSeal: a date there is a day as YYYY-MM-DD.
 */
export const sourceValue = (
  id: string,
  facts: FactsOfCase,
  signer: FactsOfSigner | undefined,
  type: string,
): string => {
  const iso = type === 'date';
  const made = composedById.get(id);
  if (made) return made.read(facts, signer, iso);
  const found = fieldsById.get(id);
  if (!found) return '';
  const value = facts.sections[found.section as keyof SectionValues]?.[found.name];
  if (isBlank(value)) return '';
  if (iso && found.field.kind === 'date') return textOf(value);
  // What somebody wrote into a text may hold a number that belongs elsewhere.
  return redactSsn(displayValue(found.field, value));
};

import { describe, expect, it } from 'vitest';
import { labelOf } from '#domain/shared/forms/field.ts';
import { isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, valuesVisibleToSection } from './case-validation.ts';
import { withCemeteryAddress } from './combined-address.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';

const context: CaseContext = { today: '2026-03-10', stage: 'draft' };
const elsewhere = ['deceased', 'service', 'veteran'] as const;
const seen = (section: CaseSectionId, values: Values): Values =>
  valuesVisibleToSection(section, Object.fromEntries([...elsewhere, section].map((id) => [id, values])));

const field = (section: CaseSectionId, name: string) => {
  const found = fieldsOfSection(section).find((one) => one.name === name);
  if (!found) throw new Error(`${section} has no ${name}`);
  return found;
};
const shown = (section: CaseSectionId, name: string, values: Values): boolean =>
  isShown(caseRules, field(section, name), seen(section, values), context);
const required = (section: CaseSectionId, name: string, values: Values): boolean =>
  isRequired(caseRules, field(section, name), seen(section, values), context);
const errors = (section: CaseSectionId, values: Values): Record<string, string[]> =>
  validateFields(caseRules, fieldsOfSection(section), seen(section, values), context);

const soldier = { is_veteran: true };
const born = { date_of_birth: '1940-02-03' };

describe('conditional fields (D3 §3 and §4)', () => {
  const rows: [section: CaseSectionId, field: string, brings: Values, doesNot: Values][] = [
    ...[
      ...['military_branch', 'military_rank', 'military_service_start_date', 'military_service_end_date'],
      ...['va_claim_number', 'dd214_collected'],
    ].map((name): (typeof rows)[number] => ['veteran', name, soldier, { is_veteran: false }]),
    ['deathCertificate', 'dc_doctor_completed_date', { dc_doctor_completed: true }, { dc_county_completed: true }],
    ['deathCertificate', 'dc_county_completed_date', { dc_county_completed: true }, { dc_doctor_completed: true }],
    ['deathCertificate', 'dc_amendment_notes', { dc_amendment_needed: true }, { dc_amendment_needed: false }],
    ...[
      'lot_owner',
      'burial_section',
      'burial_lot',
      'burial_space',
      'estimated_arrival_time',
      'interment_number',
    ].flatMap((name) =>
      ['traditional', 'graveside', 'direct_burial', 'burial'].map((service_type): (typeof rows)[number] => [
        ...(['cemetery', name] as const),
        { service_type },
        { service_type: 'direct_cremation' },
      ]),
    ),
  ];
  it.each(rows)('shows %s: %s with %o, not with %o', (section, name, brings, doesNot) => {
    expect([shown(section, name, brings), shown(section, name, doesNot), shown(section, name, {})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['deathCertificate', 'dc_doctor_completed_date', { dc_doctor_completed: true }],
    ['deathCertificate', 'dc_county_completed_date', { dc_county_completed: true }],
    ['deathCertificate', 'dc_copy_type', { dc_copies_ordered: 1 }],
    ['deathCertificate', 'dc_amendment_notes', { dc_amendment_needed: true }],
    ['medical', 'custom_urn_number', { service_type: 'cremation', urn_type: 'custom' }],
    ['medical', 'urn_order_date', { service_type: 'cremation', urn_ordered: true }],
  ] as const)('requires %s: %s with %o, and clears it with it', (section, name, values) => {
    const [[control = ''] = []] = Object.entries(values).slice(-1);
    expect([required(section, name, values), required(section, name, { ...values, [control]: '' })]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['veteran', 'va_claim_number', soldier],
    ['deathCertificate', 'dc_copy_type', { dc_copies_ordered: 0 }],
    ['authorization', 'witness_signature_date', {}],
    ['cemetery', 'cemetery_name', { service_type: 'traditional' }],
  ] as const)('leaves %s: %s optional with %o', (section, name, values) =>
    expect(required(section, name, values)).toBe(false),
  );
});

describe('values of fields (D3 §3, §5 and §9)', () => {
  it.each([
    [
      ...(['veteran', 'military_branch'] as const),
      ['army', 'navy', 'marines', 'air_force', 'coast_guard', 'space_force', 'national_guard', 'reserves'],
    ],
    ['deathCertificate', 'death_cert_type', ['paper', 'electronic']],
    ['deathCertificate', 'dc_copy_type', ['long', 'short']],
  ] as const)('offers in %s for %s the documented options', (section, name, values) => {
    expect(field(section, name).options?.map(({ value }) => value)).toEqual(values);
    expect(Object.keys(errors(section, { ...soldier, [name]: 'none of these' }))).toContain(name);
  });

  const kinds: [section: CaseSectionId, kind: string, names: readonly string[]][] = [
    ['innerOffice', 'date', ['computer_entry_date', 'alpha_entry_date', 'signature_date']],
    ['innerOffice', 'datetime', ['follow_up_letter_sent', 'follow_up_call_made']],
    ['innerOffice', 'checkbox', ['mailing_list_added']],
    ['authorization', 'datetime', ['witness_signature_date']],
    ['cemetery', 'time', ['estimated_arrival_time']],
    ['notes', 'textarea', ['family_notes', 'director_notes', 'personal_effects_description']],
    ['deathCertificate', 'checkbox', ['medical_examiner_case', 'cause_of_death_pending', 'dc_amendment_needed']],
  ];
  it.each(kinds)('shows in %s as %s the fields %j', (section, kind, names) =>
    expect(names.map((name) => field(section, name).kind)).toEqual(names.map(() => kind)),
  );

  const accepted: [section: CaseSectionId, values: Values][] = [
    ['deathCertificate', { dc_copies_ordered: 0 }],
    ['servicesFees', { death_certificate_copies: 0 }],
    // Boundaries: the 17th birthday, today, the first day of service, 1900.
    ['veteran', { ...soldier, ...born, military_service_start_date: '1957-02-03' }],
    ['veteran', { ...soldier, military_service_start_date: '2026-03-10', military_service_end_date: '2026-03-10' }],
    ['veteran', { ...soldier, military_service_start_date: '1900-01-01', military_service_end_date: '1900-01-01' }],
    ['disclosuresAgreement', { late_charge_percentage: '0', annual_percentage_rate: '100' }],
    ['disclosuresAgreement', { late_charge_percentage: '1.25' }],
    ['medical', { service_type: 'cremation', cremation_date: '2026-06-08' }],
    ['medical', { service_type: 'cremation', date_of_death: '2025-06-08', cremation_date: '2026-06-08' }],
    ['financial', { contract_total: '0' }],
  ];
  it.each(accepted)('accepts in %s %o', (section, values) => expect(errors(section, values)).toEqual({}));

  it('labels internal notes and notes that families see', () => {
    expect([field('notes', 'family_notes').help, field('notes', 'director_notes').help]).toEqual([
      'For what is agreed with the family. Not shown on the family’s page.',
      'Internal only.',
    ]);
    expect(field('notes', 'cancellation_reason').readOnly).toBe(true);
  });
});

describe('place of disposition (D3 §3)', () => {
  it('uses a label by the type of service', () => {
    const name = field('cemetery', 'cemetery_name');
    const labels = (...types: string[]) => new Set(types.map((service_type) => labelOf(name, { service_type })));
    expect(labels('burial', 'traditional', 'graveside', 'other')).toEqual(new Set(['Cemetery Name']));
    expect(labels('cremation')).toEqual(new Set(['Final Disposition Location']));
    expect(labels('memorial', 'visitation', 'viewing')).toEqual(new Set(['Memorial Location']));
    expect(labels('donation')).toEqual(new Set(['Receiving Institution']));
  });

  it.each([
    ['7 Reid Street, Palatka, FL, 32177', ['7 Reid Street', 'Palatka', 'FL', '32177', 'USA']],
    ['7 Reid Street, Palatka, FL, 32177, Canada', ['7 Reid Street', 'Palatka', '', '32177', 'CAN']],
    ['7 Reid Street, Palatka, FL 32177, USA', ['7 Reid Street', 'Palatka', 'FL', '32177', 'USA']],
    [
      '500 N Main St, Suite 2, St. Augustine, FL 32084',
      ['500 N Main St Suite 2', 'St. Augustine', 'FL', '32084', 'USA'],
    ],
    ['100 Main St, Apt 4, St. Augustine, FL, 32084', ['100 Main St Apt 4', 'St. Augustine', 'FL', '32084', 'USA']],
    [
      '100 Main St, Bldg C, Apt 4, St. Augustine, florida, 32084-1234',
      ['100 Main St Bldg C Apt 4', 'St. Augustine', 'FL', '32084-1234', 'USA'],
    ],
    ['12 Rue des Lilas, Paris, 75020, France', ['12 Rue des Lilas', 'Paris', '', '75020', 'FRA']],
  ])('splits %s', (cemetery_address, parts) => {
    const patch = { cemetery_address };
    const next = withCemeteryAddress(patch, patch, new Set(['cemetery_address']));
    const names = ['street', 'city', 'state', 'zip', 'country'];
    expect(names.map((name) => next[`cemetery_address_${name}`])).toEqual(parts);
  });

  it.each([
    ['fewer than four parts', 'Palatka, FL'],
    ['three parts and the state beside the ZIP', '7 Reid Street, Palatka, FL 32177'],
    ['an unknown state', '7 Reid Street, Palatka, XX, 32177'],
    ['no ZIP', '7 Reid Street, Gate 2, Palatka, FL'],
    ['a ZIP that is none', '7 Reid Street, Palatka, FL, 3217'],
    ['an unknown country', '7 Reid Street, Palatka, FL, 32177, Atlantis'],
    ['a street that its field refuses', '7 R, Palatka, FL, 32177'],
    ['a region that no field takes', '100 King Street, Toronto, ON, M5V 1A1, Canada'],
    ['words', 'Behind the old mill, past the creek, on the left, ask there'],
  ])('does not split an address with %s', (_, cemetery_address) => {
    const patch = { cemetery_address };
    expect(withCemeteryAddress(patch, patch, new Set(['cemetery_address']))).toEqual(patch);
  });
});

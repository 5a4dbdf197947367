import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { caseRow, presentCase } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { type CaseSectionId, caseSections } from '#domain/cases/sections/case-sections.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import {
  type CaseSection,
  caseRowOf,
  editableFields,
  entriesOf,
  heldEntries,
  heldSection,
  sectionErrors,
  sectionPatch,
  shownNow,
  surroundingsOf,
  unchangedInCase,
} from './section-values.ts';

const sectionOf = (id: CaseSectionId) => caseSections.find((section) => section.id === id) as CaseSection;
const fieldOf = (id: CaseSectionId, name: string) =>
  sectionOf(id).fields.find((field) => field.name === name) as CaseSection['fields'][number];

/** A section of the example case with more values, and what its rules read. */
const opened = (id: CaseSectionId, more: Record<string, unknown> = {}, status: CaseStatus = 'draft') => {
  const sections: Record<string, object> = exampleSections;
  const values = { ...sections, [id]: { ...sections[id], ...more } };
  const stored = Object.fromEntries(Object.entries(values).map(([key, held]) => [key, { version: 1, values: held }]));
  const caseRecord = presentCase({ ...exampleCore, status }, stored as Parameters<typeof presentCase>[1]);
  const section = sectionOf(id);
  return {
    section,
    held: heldSection(section, caseRecord, 'America/New_York'),
    surroundings: surroundingsOf(section, caseRecord, '2026-03-05'),
  };
};

const patched = (id: CaseSectionId, more: Record<string, unknown>, typed: FormValues) => {
  const { section, held, surroundings } = opened(id, more);
  const changed = editableFields(section).filter(({ name }) => name in typed);
  return sectionPatch(section, surroundings, changed, { ...held, ...typed });
};

it('rejects a time of death in the future', () => {
  const { section, held } = opened('deceased');
  const caseRecord = presentCase(exampleCore, {});
  const clock = clockOfHome({ time_zone: 'America/New_York', state: 'WA' }, new Date('2026-03-05T15:00:00Z'));
  const died = { ...held, date_of_death: '2026-03-05', state_of_death: 'WA' };
  const errorsAt = (time_of_death: string) =>
    sectionErrors(section, surroundingsOf(section, caseRecord, '2026-03-05', clock), { ...died, time_of_death });
  expect(errorsAt('09:55')).not.toHaveProperty('time_of_death');
  expect(errorsAt('23:59').time_of_death).toEqual([
    'Time of death cannot be in the future: it is 10:00 AM at the funeral home',
  ]);
});

describe("values of a section's form", () => {
  it('contain the masked SSN and the home, but no server fields', () => {
    expect(opened('deceased').held.social_security_number).toBe('XXX-XX-4320');
    expect(opened('service').held.location).toBe(exampleCore.funeral_home_id);
    expect(opened('financial').held).not.toHaveProperty('total_paid');
    expect(opened('informant').held).not.toHaveProperty('informant');
  });

  it("hold numbers as text, answers as words and instants by the home's clock", () => {
    expect(opened('deathCertificate', { dc_copies_ordered: 12 }).held.dc_copies_ordered).toBe('12');
    expect(opened('deceased', { was_hospice: false }).held.was_hospice).toBe('no');
    expect(
      opened('innerOffice', { first_call_received_at: '2026-03-01T10:05:00.000Z' }).held.first_call_received_at,
    ).toBe('2026-03-01T05:05');
  });

  it('hold a list as one stable text per entry', () => {
    const entry = { relationship: 'son', first_name: 'Erik', phone: '', isCreatingNew: false };
    expect(heldEntries([entry])).toEqual(heldEntries([{ first_name: 'Erik', relationship: 'son' }]));
    expect(entriesOf(heldEntries([entry]))).toEqual([{ relationship: 'son', first_name: 'Erik' }]);
  });
});

describe('changed values', () => {
  it.each([
    ['a phone number that is grouped', 'deceased', 'death_location_phone', '9045550143', '(904) 555-0143', true],
    ['a blank before the next word', 'service', 'service_location', 'Chapel', 'Chapel ', true],
    ['an emptied number', 'deceased', 'social_security_number', 'XXX-XX-4320', '', true],
    ['another number', 'deceased', 'social_security_number', 'XXX-XX-4320', '987-65-4329', false],
    ['another word', 'service', 'service_location', 'Chapel', 'Garden', false],
    ['an emptied text', 'service', 'service_location', 'Chapel', '', false],
  ] as const)('%s', (_, section, name, before, now, isUnchanged) => {
    expect(unchangedInCase(fieldOf(section, name), before, now)).toBe(isUnchanged);
  });
});

describe('sectionPatch', () => {
  it('returns changed values in the wire format', () => {
    expect(patched('deceased', {}, { was_hospice: 'yes', alias: 'Walt' })).toEqual({
      was_hospice: true,
      alias: 'Walt',
    });
    const list = { next_of_kins: [{ relationship: 'son' }] };
    expect(patched('informant', {}, { next_of_kins: heldEntries(list.next_of_kins) })).toEqual(list);
  });

  it('clears what the same edit hides: the state of another country', () => {
    const abroad = { state_of_death: '', country_of_death: 'CAN' };
    expect(patched('deceased', {}, { ...abroad, state_of_death: 'FL' })).toEqual(abroad);
  });
});

describe('shown and required fields', () => {
  it('require a spouse of a married person, by Demographics', () => {
    const names = (marital_status: string) => {
      const { section, held } = opened('family');
      const values = { ...exampleSections, demographics: { marital_status } };
      const stored = Object.fromEntries(Object.entries(values).map(([id, own]) => [id, { version: 1, values: own }]));
      const caseRecord = presentCase(exampleCore, stored);
      return shownNow(section, surroundingsOf(section, caseRecord, '2026-03-05'), held);
    };
    expect(names('single').shown).not.toContain('spouse_first_name');
    expect(names('widowed').shown).toContain('spouse_first_name');
    expect(names('widowed').required).not.toContain('spouse_first_name');
    expect(names('married').required).toContain('spouse_first_name');
  });

  it('report gaps of an active case, and contradictions in any case', () => {
    const errors = (status: CaseStatus, typed: FormValues) => {
      const { section, held, surroundings } = opened('service', {}, status);
      return sectionErrors(section, surroundings, { ...held, ...typed });
    };
    expect(errors('draft', { service_location: '' })).toEqual({});
    expect(errors('active', { service_location: '' })).toEqual({ service_location: ['Service location is required'] });
    expect(errors('draft', { service_date: '2028-03-14' })).toEqual({
      service_date: ['Service date cannot be more than 1 year after the date of death'],
    });
  });
});

const phone = fc.constantFrom('9045550171', '2295550190');
const day = fc.constantFrom('1941-03-09', '2026-03-14');
const sections = fc
  .tuple(
    fc.record(
      {
        deceased_first_name: fc.constantFrom('Walter', 'Zita'),
        deceased_middle_name: fc.constant('Ruth'),
        deceased_last_name: fc.constantFrom('Pruitt', 'Ødegård'),
        deceased_suffix: fc.constant('III'),
        date_of_birth: day,
        date_of_death: day,
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        service_type: fc.constantFrom('traditional', 'cremation'),
        service_date: day,
        service_time: fc.constant('10:30'),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        informant_name: fc.constant('Carolyn Pruitt-Shaw'),
        customer_phone: phone,
        submitter_phone: phone,
        next_of_kins: fc.array(fc.record({ first_name: fc.constant('Ann'), phone }, { requiredKeys: [] }), {
          maxLength: 2,
        }),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([deceased, service, informant, isWhole]) => ({
    deceased: { ...(isWhole ? exampleSections.deceased : {}), ...deceased },
    service: { ...(isWhole ? exampleSections.service : {}), ...service },
    informant: { ...(isWhole ? exampleSections.informant : {}), ...informant },
  }));

describe('caseRowOf', () => {
  it("returns the same row as the list's projection", () => {
    fc.assert(
      fc.property(sections, fc.constantFrom(...caseStatuses), fc.nat(10_000_000), (values, status, paid_cents) => {
        const core = { ...exampleCore, status, paid_cents };
        const stored = Object.fromEntries(Object.entries(values).map(([id, of]) => [id, { version: 1, values: of }]));
        expect(caseRowOf(presentCase(core, stored))).toEqual({
          ...caseRow(core, sectionsWithCoreValues(core, stored)),
          funeral_home_name: core.funeral_home_name,
        });
      }),
    );
  });
});

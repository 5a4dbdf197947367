import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/case-row.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { knownSections } from '#domain/cases/known-sections.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { belongs, caseRowOf, order } from './own-cases.ts';

const phone = fc.constantFrom('9045550171', '2295550190');
const day = fc.constantFrom('1941-03-09', '2026-03-14');
/** The fields that a row is made of, each there or not. */
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

describe('a case that was read, as its list shows it', () => {
  it('is the row that the list makes of the stored case', () => {
    fc.assert(
      fc.property(sections, fc.constantFrom(...caseStatuses), fc.nat(10_000_000), (values, status, paid_cents) => {
        const core = { ...exampleCore, status, paid_cents };
        const stored = Object.fromEntries(Object.entries(values).map(([id, of]) => [id, { version: 1, values: of }]));
        expect(caseRowOf(presentCase(core, stored))).toEqual({
          ...caseRow(core, knownSections(core, stored)),
          funeral_home_name: core.funeral_home_name,
        });
      }),
    );
  });

  const row: CaseRow = {
    ...caseRow(exampleCore, knownSections(exampleCore, { service: { version: 1, values: exampleSections.service } })),
    funeral_home_name: 'Whitcomb & Ames',
  };

  it('stands in the lists whose filters it has, and in no others', () => {
    const { funeral_home_id: location } = row;
    for (const query of [
      {},
      { status: 'active', location, service_type: 'traditional', lacking: 'true', mine: 'true' },
      { service_from: '2026-03-14', service_to: '2026-03-14' },
      { created_from: '2026-02-28', created_to: '2026-03-02' },
    ] as const)
      expect([query, belongs(row, query)]).toEqual([query, true]);
    for (const query of [
      { status: 'draft' },
      { location: 'another' },
      { service_type: 'cremation' },
      { service_from: '2026-03-15' },
      { service_to: '2026-03-13' },
      { created_from: '2026-03-03' },
      { created_to: '2026-02-27' },
    ] as const)
      expect([query, belongs(row, query)]).toEqual([query, false]);
    expect(belongs({ ...row, missing_count: 0 }, { lacking: 'true' })).toBe(false);
    expect(belongs({ ...row, service_date: '' }, { service_to: '2030-01-01' })).toBe(false);
  });

  it('stands in the order that was asked for, where a row says it', () => {
    const later = { ...row, created_at: '2026-03-05T10:00:00.000Z', service_date: '2026-03-10' };
    const none = { ...row, service_date: '' };
    const place = (a: CaseRow, b: CaseRow, query: Parameters<typeof order>[2]) => Math.sign(order(a, b, query) ?? NaN);
    expect(place(later, row, {})).toBe(-1);
    expect(place(later, row, { ordering: 'created_at' })).toBe(1);
    expect(place(later, row, { ordering: 'service_date' })).toBe(-1);
    expect(place(later, row, { ordering: '-service_date' })).toBe(1);
    expect(place(later, row, { service_from: '2026-03-01' })).toBe(-1);
    expect(place(none, row, { ordering: 'service_date' })).toBe(1);
    expect(order(later, row, { ordering: 'deceased_name' })).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { caseRow, presentCase } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { caseRowOf } from './section-values.ts';

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

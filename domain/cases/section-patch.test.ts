import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText, wrongType } from '#tests/support/calls/hostile.ts';
import type { CaseContext, CaseStage } from './case-conditions.ts';
import type { SectionValues } from './case-validation.ts';
import { patchSection, sectionsWithCoreValues } from './section-patch.ts';
import { caseSections } from './sections/case-sections.ts';
import { exampleCore, exampleSections } from './testing/example-case.ts';

const at = (stage: CaseStage): CaseContext => ({ today: '2026-03-10', stage });
const stored = Object.fromEntries(Object.entries(exampleSections).map(([id, values]) => [id, { version: 1, values }]));
const known = sectionsWithCoreValues(exampleCore, stored);

describe('patchSection', () => {
  it('returns the new values and the changes', () => {
    const sent = { service_time: '10:30:00', service_location: ' The  chapel ', service_type: 'traditional', x: 1 };
    expect(patchSection('service', known, sent, at('active'))).toEqual({
      values: { ...exampleSections.service, service_time: '10:30', service_location: 'The chapel' },
      elsewhere: {},
      changes: [
        { field: 'service_time', from: null, to: '10:30' },
        { field: 'service_location', from: 'Chapel', to: 'The chapel' },
      ],
      errors: {},
    });
  });

  it('accepts second names, clears with null and blanks, and ignores server fields', () => {
    const sections = { ...known, notes: { cancellation_reason: 'Moved', family_notes: 'x' } };
    const notes = patchSection('notes', sections, { cancellation_reason: 'y', family_notes: ' ' }, at('draft'));
    expect([notes.values, notes.changes]).toEqual([{}, [{ field: 'family_notes', from: 'x', to: null }]]);
    const service = patchSection('service', known, { hold_for: 'memorial' }, at('active'));
    expect(service.values).toMatchObject({ service_type: 'memorial' });
    const money = patchSection('financial', known, { total_paid: '9.00', contract_total: '$1,250' }, at('active'));
    expect([money.values, money.elsewhere]).toEqual([{ contract_total: '1250.00' }, {}]);
  });

  it('validates only the changed entries of a list', () => {
    const nextOfKin = (first_name: string) => ({ relationship: 'child', first_name, last_name: 'Lind', city: 'Ocala' });
    const next_of_kins = [nextOfKin('Astrid'), nextOfKin('Q')];
    const sections = { ...known, informant: { ...known.informant, next_of_kins } };
    const errors = (...next_of_kins: object[]) =>
      Object.keys(patchSection('informant', sections, { next_of_kins }, at('draft')).errors);
    expect(errors(nextOfKin('Astrid'), { ...nextOfKin('Q'), phone: '9045550142' })).toEqual([]);
    expect(errors(nextOfKin('Q'))).toEqual([]);
    expect(errors(nextOfKin('Q'), nextOfKin('R'))).toEqual(['next_of_kins.1.first_name']);
  });

  it('does not let an existing error hide a worse one', () => {
    const sections = { ...known, deceased: { ...known.deceased, date_of_death: '2999-12-31' } };
    const errors = (sent: Record<string, unknown>) => patchSection('deceased', sections, sent, at('draft')).errors;
    expect(errors({ alias: 'Hal' })).toEqual({});
    expect(errors({ date_of_death: '2999-01-01' })).toEqual({
      date_of_death: ['Date of death cannot be in the future'],
    });
  });

  it("returns a new number and another home apart from the section's values", () => {
    const home = '0190a000-0000-7000-8000-00000000000a';
    const moved = patchSection('service', known, { assigned_location: home }, at('active'));
    expect([moved.values, moved.elsewhere]).toEqual([exampleSections.service, { location: home }]);
    expect(patchSection('service', known, { location: '' }, at('active')).changes).toEqual([]);
    const sealed = patchSection('deceased', known, { social_security_number: '987 65 4321' }, at('active'));
    expect(sealed.elsewhere).toEqual({ social_security_number: '987-65-4321' });
    expect(sealed.values).toEqual(exampleSections.deceased);
    expect(sealed.changes).toEqual([{ field: 'social_security_number', from: null, to: null }]);
  });

  it.each(['', ' ', null, 'XXX-XX-4320', 'XXX-XX-9999', '***-**-4320'])(
    'S-11 keeps the SSN when it is sent back as %j',
    (social_security_number) => {
      const change = patchSection('deceased', known, { social_security_number }, at('completed'));
      expect([change.elsewhere, change.changes]).toEqual([{}, []]);
    },
  );

  it('rejects a value for a hidden field unless it is unchanged', () => {
    const cremated = patchSection('medical', known, { crematory_name: 'St. Johns Crematory' }, at('active'));
    expect(cremated.errors).toEqual({ crematory_name: ['Crematory does not apply here'] });
    const before = { ...known, medical: { crematory_name: 'St. Johns Crematory' } };
    const sent = { crematory_name: 'St. Johns Crematory', weight: '170' };
    const back = patchSection('medical', before, sent, at('active'));
    expect([back.errors, back.values]).toEqual([{}, sent]);
  });

  it('clears fields that the patch hides, and lists these changes', () => {
    const veteran = { is_veteran: true, military_branch: 'army', military_rank: 'Sergeant' };
    const change = patchSection('veteran', { ...known, veteran }, { is_veteran: 'no' }, at('active'));
    expect(change.values).toEqual({ is_veteran: false });
    expect(change.changes.map(({ field }) => field)).toEqual(['is_veteran', 'military_branch', 'military_rank']);
  });

  it('allows gaps in a draft and rejects new gaps in an active case', () => {
    const sent = { deceased_last_name: '', date_of_birth: '2030-01-01' };
    expect(patchSection('deceased', known, sent, at('draft')).errors).toEqual({
      date_of_birth: ['Date of birth cannot be in the future'],
      date_of_death: ['Date of death must be on or after date of birth'],
    });
    expect(patchSection('deceased', known, { deceased_last_name: '' }, at('active')).errors).toEqual({
      deceased_last_name: ['Last name is required'],
    });
    expect(patchSection('deceased', {}, { alias: 'Walt' }, at('active')).errors).toEqual({});
    expect(
      patchSection('medical', { service: { service_type: 'cremation' } }, { urn_ordered: true }, at('active')).errors,
    ).toEqual({ urn_order_date: ['Urn order date is required'] });
  });

  it('names the errors of list entries by index', () => {
    const next_of_kins = [{ relationship: 'daughter', first_name: 'Carolyn', last_name: 'Shaw', phone: '555' }];
    expect(patchSection('informant', known, { next_of_kins }, at('draft')).errors).toEqual({
      'next_of_kins.0.phone': ['Phone number must be 10 digits'],
    });
    const linked = { next_of_kins: [{ relationship: 'son', converted_to_customer: exampleCore.id }] };
    expect(patchSection('informant', known, linked, at('active')).values).toMatchObject({
      next_of_kins: [{ relationship: 'son', existingCustomerId: exampleCore.id }],
    });
  });

  it('changes nothing when it repeats the stored values of any section', () => {
    for (const { id } of caseSections) {
      const values = known[id] ?? {};
      const change = patchSection(id, known, values, at('active'));
      expect([id, change.changes, change.errors]).toEqual([id, [], {}]);
    }
  });

  it('rejects a list without entries', () => {
    for (const list of [[null], ['x'], [3]])
      expect(Object.keys(patchSection('servicesFees', {}, { cash_advances: list }, at('draft')).errors)).toEqual([
        'cash_advances',
      ]);
  });

  it('R-15 never throws, writes only fields of the section, and is idempotent', () => {
    const names = (id: string) =>
      caseSections.find((section) => section.id === id)?.fields.map(({ name }) => name) ?? [];
    const sections: SectionValues = known;
    for (const { id } of caseSections) {
      const name = fc.oneof(hostileText, ...(names(id).length > 0 ? [fc.constantFrom(...names(id))] : []));
      fc.assert(
        fc.property(
          fc.dictionary(name, fc.oneof(hostileText, wrongType)),
          fc.constantFrom<CaseStage>('draft', 'completed'),
          (sent, stage) => {
            const { values, errors, elsewhere } = patchSection(id, sections, sent, at(stage));
            const kept = Object.keys(values).filter((field) => !names(id).includes(field));
            expect(kept).toEqual([]);
            for (const field of ['social_security_number', 'total_paid', 'location'])
              expect(values).not.toHaveProperty(field);
            if (Object.keys(errors).length > 0 || Object.keys(elsewhere).length > 0) return;
            expect(
              patchSection(id, { ...sections, [id]: { ...sections[id], ...values } }, sent, at(stage)).values,
            ).toEqual(values);
          },
        ),
        { numRuns: 60 },
      );
    }
  });
});

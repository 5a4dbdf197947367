import { describe, expect, it } from 'vitest';
import type { StoredSections } from '#domain/cases/section-patch.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { casePaper, firstCallPaper, firstCallPaperFileName, labelsOf } from './case-papers.ts';
import type { Paper } from './paper.ts';
import { wordsOf } from './testing/paper-words.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '6175550100', license_number: 'FE-1234', time_zone: 'America/New_York' },
  ...{ address: '12 Elm Street', city: 'Boston', state: 'MA', zip_code: '02134' },
};
const facts = ({ parts }: Pick<Paper, 'parts'>): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap((part) => (part.kind === 'facts' ? part.facts.map(({ label, value }) => [label, value]) : [])),
  );
const textOfPaper = ({ parts }: Paper): string => parts.flatMap(wordsOf).join('\n');

describe('casePaper', () => {
  const stored = (sections: Record<string, object>) =>
    Object.fromEntries(Object.entries(sections).map(([id, values]) => [id, { version: 1, values: { ...values } }]));

  it("prints every answer under its section's heading, as on the screen", () => {
    const paper = casePaper(exampleCore, stored(exampleSections), home);
    expect(paper.title).toBe('Walter Pruitt');
    expect(facts(paper)).toMatchObject({
      'Case number': 'WA-2026-0007',
      Status: 'Active',
      'Date of birth': 'Feb 3, 1940',
      'Location of death': 'Coastal Regional Hospital',
    });
    const headings = paper.parts.flatMap((part) => (part.kind === 'heading' ? [part.text] : []));
    expect(headings).toEqual(['Deceased Information', 'Service Information', 'Informant/Next of Kin']);
  });

  it('prints permits in the section that shows them', () => {
    const permit = {
      permit_name: 'Burial-transit permit',
      permit_number: 'BTP-9',
      issue_date: '2026-03-02',
      expiry_date: null,
    };
    const paper = casePaper(exampleCore, stored(exampleSections), home, [{ id: '1', ...permit }]);
    const at = paper.parts.findIndex((part) => part.kind === 'heading' && part.text === 'Compliance & Permits');
    expect(paper.parts.slice(at + 1).flatMap(wordsOf)).toEqual(
      expect.arrayContaining(['Burial-transit permit', 'BTP-9', 'Mar 2, 2026']),
    );
  });

  it('names a line of fees by its description, not by its id', () => {
    const advance = { id: '0190a000-0000-7000-8000-00000000000a', name: 'Organist', amount: '150.00' };
    const line = {
      ...{ id: 'line-1', name: 'Dove release', amount: '90.00', price_list: 'general' },
      price_list_version: '0190a000-0000-7000-8000-00000000000b',
      price_list_item: '0190a000-0000-7000-8000-00000000000c',
    };
    const servicesFees = { cash_advances: [advance], fee_lines: [line] };
    const words = textOfPaper(casePaper(exampleCore, stored({ servicesFees }), home));
    for (const word of ['Organist', '$150.00', 'Dove release', 'General price list']) expect(words).toContain(word);
    expect(words).not.toMatch(/0190a000|line-1|Price list version|Price list item/);
  });

  it('prints every text of every section, and never a Social Security number', () => {
    const texts = caseSections.flatMap(({ id, fields }) =>
      fields
        .filter(({ kind, alsoNamed }) => (kind === 'text' || kind === 'textarea') && !alsoNamed)
        .map(({ name }) => [id, name, `${id} ${name} said`] as const),
    );
    expect(texts.length).toBeGreaterThan(50);
    const sections: Record<string, Record<string, string>> = {};
    for (const [id, name, text] of texts) sections[id] = { ...sections[id], [name]: text };
    sections.notes = { ...sections.notes, family_notes: 'Her number is 987-65-4320, she said.' };
    const core = { ...exampleCore, cancellation_reason: null };
    const words = textOfPaper(casePaper(core, stored(sections), home));
    for (const [, name, text] of texts.filter((one) => one[1] !== 'family_notes')) expect(words, name).toContain(text);
    expect(words).not.toMatch(/987-65|Social Security Number/);
    expect(words).toContain('Her number is XXX-XX-4320, she said.');
  });
});

describe('firstCallPaper', () => {
  const sheet = {
    case_number: null,
    updated_at: '2026-11-20T15:04:05.000Z',
    form: {
      ...{ deceased_first_name: 'María José', deceased_last_name: 'Núñez', time_of_death: '23:40', is_hospice: true },
      additional_information: 'Narrow stairs. 987654320 is hers.',
      assigned_location: '0190a000-0000-7000-8000-000000000002',
    },
    next_of_kins: [
      { values: { first_name: 'Łucja', phone: '6175550123' } },
      { values: { first_name: 'Đức', existingCustomerId: '0190a000-0000-7000-8000-000000000009' } },
    ],
  };

  it('prints all that the crew needs and each next of kin, without ids or numbers', () => {
    const paper = firstCallPaper(sheet, home);
    const words = textOfPaper(paper);
    expect(paper.title).toBe('First call: María José Núñez');
    for (const text of ['11:40 PM', 'Yes', 'Łucja', '(617) 555-0123', 'Đức', 'Next of kin 1', 'Next of kin 2'])
      expect(words).toContain(text);
    expect(words).not.toMatch(/0190a000|987654320/);
    expect(firstCallPaperFileName(sheet)).toBe('first_call_Maria_Jose_Nunez.pdf');
  });
});

it('prints one label per person, and one for each of two relatives at one address', () => {
  const at = (first_name: string, last_name: string) => ({
    ...{ first_name, last_name, address_street: '18 Sevilla Street', city: 'Palatka', state: 'FL', zip_code: '32177' },
  });
  const next_of_kins = [at('José', 'Peña'), at('Thúy', 'Vũ'), at('Jose', 'Peña'), at('Thủy', 'Vũ')];
  const stored = { informant: { values: { next_of_kins } } } as unknown as StoredSections;
  expect(labelsOf(stored).map(([name]) => name)).toEqual(['Thúy Vũ', 'Jose Peña', 'Thủy Vũ']);
});

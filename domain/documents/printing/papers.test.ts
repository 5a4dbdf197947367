import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredSections } from '#domain/cases/section-patch.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { formatMoney } from '#domain/shared/values/money.ts';
import { casePaper, firstCallPaper, firstCallPaperFileName, labelsOf } from './case-papers.ts';
import type { Paper } from './paper.ts';
import {
  depositReceiptFileName,
  depositReceiptPaper,
  type EntryOnPaper,
  receiptFileName,
  receiptPaper,
} from './receipt.ts';
import { wordsOf } from './testing/paper-words.ts';
import { worksheetPaper } from './worksheet-paper.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '6175550100', license_number: 'FE-1234', time_zone: 'America/New_York' },
  ...{ address: '12 Elm Street', city: 'Boston', state: 'MA', zip_code: '02134' },
};
const about = { case_number: 'WA-2026-0042', deceased_name: 'Zdzisław Żółkiewski', contractTotal: 500_000 };
const receiptOf = (one: EntryOnPaper, ledger: readonly EntryOnPaper[] = [one]) =>
  receiptPaper(one, about, home, ledger);
const entry = (changes: Partial<EntryOnPaper> = {}): EntryOnPaper => ({
  ...{ id: '1', kind: 'payment', status: 'recorded', receipt_number: 'WA-R-2026-0007', payment_date: '2026-11-20' },
  ...{ received_from: 'Nguyễn Thị Thảo', amount_cents: 125_000, payment_for: 'Deposit' },
  ...{ payment_method: 'check', other_method_description: '', check_number_masked: '****4821' },
  ...{ created_at: '2026-11-20T15:04:05.000Z', updated_at: '2026-11-20T15:04:05.000Z' },
  ...{ created_by_name: 'Dana Director', void_reason: null, refund_of: null },
  ...changes,
});
const facts = ({ parts }: Pick<Paper, 'parts'>): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap((part) => (part.kind === 'facts' ? part.facts.map(({ label, value }) => [label, value]) : [])),
  );
const textOfPaper = ({ parts }: Paper): string => parts.flatMap(wordsOf).join('\n');

describe('receiptPaper', () => {
  it('prints payer, amount, method, purpose and deceased', () => {
    const paper = receiptOf(entry());
    expect(paper.title).toBe('Receipt WA-R-2026-0007');
    const address = '12 Elm Street, Boston, MA 02134';
    expect(paper.letterhead).toEqual(['Whitcomb & Ames', address, '(617) 555-0100 · License FE-1234']);
    expect(facts(paper)).toEqual({
      ...{ Date: 'Nov 20, 2026', 'Received from': 'Nguyễn Thị Thảo', 'Amount received': '$1,250.00' },
      ...{ Method: 'Check, no. ****4821', For: 'Deposit', Deceased: 'Zdzisław Żółkiewski' },
      ...{ 'Case number': 'WA-2026-0042', 'Contract total': '$5,000.00', 'Balance due': '$3,750.00' },
      'Recorded by': 'Dana Director',
    });
  });

  it('says that money went back, and says first that an entry is void', () => {
    const back = receiptOf(entry({ kind: 'refund', amount_cents: -5000, payment_method: 'cash' }));
    expect(back.title).toBe('Refund receipt WA-R-2026-0007');
    expect(facts(back)).toMatchObject({
      'Amount refunded': '$50.00',
      'Refunded to': 'Nguyễn Thị Thảo',
      Method: 'Cash',
    });
    const byCard = { payment_method: 'other', other_method_description: 'Credit card' } as const;
    expect(facts(receiptOf(entry(byCard)))).toMatchObject({ Method: 'Credit card' });
    const [first] = receiptOf(entry({ status: 'voided', void_reason: 'Entered twice.' })).parts;
    expect(first).toEqual({ kind: 'text', strong: true, text: 'VOID: this receipt is void. Entered twice.' });
  });

  it('prints the balance after it, and says that a returned check does not count', () => {
    const check = entry({ amount_cents: 500_000, receipt_number: 'WA-R-2026-0006' });
    const of1 = { refund_of: '1', payment_date: '2026-11-21' };
    const refund = entry({ ...of1, id: '2', kind: 'refund', amount_cents: -10_000 });
    const returned = entry({
      ...{ id: '3', kind: 'reversal', amount_cents: -500_000, refund_of: '1', payment_date: '2026-11-22' },
      payment_for: 'Insufficient funds',
    });
    const ledger = [check, refund, returned];
    expect(facts(receiptOf(check, [check]))).toMatchObject({ 'Paid in Full': '$0.00' });
    expect(Object.keys(facts(receiptOf(check, ledger)))).not.toContain('Paid in Full');
    const of = { 'Original receipt': 'WA-R-2026-0006' };
    expect(facts(receiptOf(refund, ledger))).toMatchObject({ ...of, 'Balance due': '$100.00' });
    expect(facts(receiptOf(returned, ledger))).toMatchObject({
      ...of,
      'Balance due': '$5,100.00',
      Reason: 'Insufficient funds',
    });
    expect(receiptOf(returned, ledger).title).toBe('Returned check WA-R-2026-0007');
    const text = 'Returned by the bank on Nov 22, 2026: this payment does not count. Insufficient funds';
    expect(receiptOf(check, ledger).parts[0]).toEqual({ kind: 'text', strong: true, text });
  });

  it("prints the day of a correction in the home's time zone", () => {
    const [first] = receiptOf(entry({ corrected_at: '2026-11-22T02:00:00.000Z' })).parts;
    expect(first).toEqual({ kind: 'text', text: 'Corrected on Nov 21, 2026' });
    expect(textOfPaper(receiptOf(entry({ updated_at: '2026-11-22T02:00:00.000Z' })))).not.toContain('Corrected');
  });

  it('gets a file name that every system accepts', () => {
    expect(receiptFileName('WA-R-2026-0007')).toBe('receipt_WA-R-2026-0007.pdf');
    expect(depositReceiptFileName('WA/2026 №7')).toBe('deposit_receipt_WA_2026_No7.pdf');
  });
});

describe('depositReceiptPaper', () => {
  const anEntry = fc.record({
    status: fc.constantFrom('recorded' as const, 'voided' as const),
    amount_cents: fc.integer({ min: -100_000, max: 1_000_000 }),
    payment_date: fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-01'),
  });

  it('adds up the valid entries and prints the balance of the contract', () => {
    fc.assert(
      fc.property(
        fc.array(anEntry, { maxLength: 12 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        (some, contractTotal) => {
          const entries = some.map((one, at) => entry({ ...one, id: String(at), receipt_number: `R-${at}` }));
          const of = { ...about, contractTotal, updatedAt: '2026-11-20T15:04:05.000Z' };
          const paper = depositReceiptPaper(entries, of, home);
          const recorded = some.filter(({ status }) => status === 'recorded');
          const paid = recorded.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
          const table = paper.parts.find((part) => part.kind === 'table');
          expect(table?.rows.length ?? 0).toBe(recorded.length);
          if (table) expect(table.sums).toEqual([['Total received', '', '', '', '', formatMoney(paid)]]);
          const due = contractTotal - paid;
          const label = due > 0 ? 'Balance due' : due < 0 ? 'Overpayment' : 'Paid in Full';
          if (contractTotal > 0) expect(facts(paper)).toMatchObject({ [label]: formatMoney(Math.abs(due)) });
          else expect(Object.keys(facts(paper))).not.toContain('Contract total');
        },
      ),
    );
  });

  it('changes only when an entry changes', () => {
    const of = { ...about, contractTotal: 0, updatedAt: '2026-11-01T00:00:00.000Z' };
    const made = (changes: Partial<EntryOnPaper>) => depositReceiptPaper([entry(changes)], of, home);
    expect(made({})).toEqual(made({}));
    expect(made({ updated_at: '2026-11-21T00:00:00.000Z' }).asOf).toBe('2026-11-21T00:00:00.000Z');
  });
});

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

describe('worksheetPaper', () => {
  const of = (sections: Record<string, object>) => {
    const stored = Object.entries(sections).map(([id, values]) => [id, { version: 1, values: { ...values } }]);
    return textOfPaper(worksheetPaper(exampleCore, Object.fromEntries(stored), home, { permits: [], overrides: [] }));
  };

  it('prints deadlines, and warns that a cremation is too early', () => {
    const deceased = { date_of_death: '2026-03-02', time_of_death: '22:00', state_of_death: 'TX' };
    const medical = { cremation_date: '2026-03-03', cremation_time: '23:00' };
    const words = of({ deceased, service: { service_type: 'cremation' }, medical });
    expect(words).toContain('Mar 4, 2026, 10:00 PM, Too early');
  });

  it('leaves parents’ birthplaces open only where the state of death asks for them', () => {
    const open = (state_of_death: string) => of({ deceased: { state_of_death } });
    expect(open('CA')).toContain("Father's birthplace");
    expect(open('FL')).not.toContain("Father's birthplace");
  });

  it('does not ask of a stillborn child what is asked of a person who lived', () => {
    const asks = /Pacemaker|Marital status|U\.S\. armed forces|The Social Security number is/;
    expect(of({ deceased: {} })).toMatch(asks);
    expect(of({ deceased: { stillborn: true } })).not.toMatch(asks);
  });

  it('prints answers about a stillbirth, and not the defaults of the public form', () => {
    const demographics = {
      marital_status: 'single',
      education_level: 'no_formal',
      occupation: 'None',
      race: ['white'],
    };
    const words = of({ deceased: { stillborn: true }, demographics, veteran: { is_veteran: false } });
    expect(words).toContain('White');
    expect(words).not.toMatch(/Never Married|No formal education|Occupation|armed forces/);
  });

  it('prints military service, and lists only fields of certificate and permit', () => {
    const words = of({ deceased: { state_of_death: 'GA' }, veteran: { is_veteran: true, military_branch: 'navy' } });
    expect(words).toMatch(/U\.S\. armed forces[\s\S]*Navy/);
    expect(of({ service: { service_type: 'cremation' } })).toMatch(/Still needed[\s\S]*Crematory/);
    expect(of({ service: { service_type: 'cremation' } })).not.toMatch(/Apartment|Urn|Contact person|Facility phone/i);
  });

  it('names the state whose rules apply while the state of death is not recorded', () => {
    const core = { ...exampleCore, home_state: 'FL' };
    const stored = (deceased: object, fees: object = {}) => ({
      deceased: { version: 1, values: { date_of_death: '2026-03-02', ...deceased } },
      servicesFees: { version: 1, values: { ...fees } },
      service: { version: 1, values: { service_type: 'direct_burial', service_date: '2026-03-06' } },
    });
    const words = (...given: Parameters<typeof stored>) =>
      textOfPaper(worksheetPaper(core, stored(...given), home, { permits: [], overrides: [] }));
    expect(words({})).toContain('The state of death is not recorded. Until it is, the rules of Florida count.');
    const received = words({}, { receiving_remains_from: 'Kessler, Dayton, Ohio' });
    expect(received).toContain('the remains were received from Kessler, Dayton, Ohio.');
    expect(received).not.toContain('File death certificate');
    expect(words({ state_of_death: 'FL' })).not.toContain('is not recorded. Until');
  });

  it('lists the federal forms that the case needs', () => {
    const words = of({ deathCertificate: { death_cert_type: 'electronic' }, veteran: { is_veteran: true } });
    expect(words).toMatch(/Federal offices\nDo not send Form SSA-721[\s\S]+1-800-535-1117[\s\S]+Form 40-1330/);
    expect(of({ deceased: { deceased_first_name: 'Walter' } })).not.toContain('Federal offices');
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

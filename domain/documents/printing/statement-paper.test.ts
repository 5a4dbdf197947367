import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import type { StatementContent } from '#domain/statements/statement.schema.ts';
import { type StatementSource, statementContent } from '#domain/statements/statement-content.ts';
import type { PaperPart } from './paper.ts';
import { type StatementOnPaper, statementFileName, statementPaper } from './statement-paper.ts';
import { wordsOf } from './testing/paper-words.ts';
import { randomCents, randomSections } from './testing/random-case.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '9045550100', license_number: 'FE-1234' },
  ...{ address: '12 King Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
};
const director = { name: 'Marcus Ames', license_number: 'FD-DEMO-0142' };
const content = (sections: object, more: Partial<StatementSource> = {}): StatementContent =>
  statementContent({
    ...{ sections: sections as never, case_number: 'WA-2026-0042', home, director, paid: 0, today: '2026-11-23' },
    ...more,
  });
const statement = (of: StatementContent, changes: Partial<StatementOnPaper> = {}): StatementOnPaper => ({
  ...{ statement_number: 'WA-S-2026-0007', version: 2, content: of, digest: 'a1b2c3d4e5f6'.padEnd(64, '0') },
  ...{ finalized_at: '2026-11-23T15:04:05.000Z', finalized_by_name: 'Marcus Ames', superseded: false },
  ...changes,
});
const linesOf = (of: StatementOnPaper): string[] => statementPaper(of).parts.flatMap(wordsOf);
const text = (of: StatementOnPaper): string => linesOf(of).join('\n');
const fees = {
  deceased: { deceased_first_name: 'Minh', deceased_last_name: 'Nguyễn', date_of_death: '2026-11-17' },
  informant: { informant_name: 'Quang Minh Nguyễn', informant_address: '18 Sevilla Street, St. Augustine, FL, 32084' },
  servicesFees: {
    embalming_fee: '845.00',
    direct_cremation_fee: '2250.00',
    fee_details: [{ fee: 'direct_cremation_fee', description: 'transfer, permits, alternative container' }],
    cash_advances: [
      { id: '1', name: 'Cremation permit', amount: '50.00', payee: 'St. Johns County', is_estimate: true },
      { id: '2', name: 'Flowers', amount: '120.00', payee: 'Palm & Fern', is_marked_up: true },
    ],
  },
  disclosuresAgreement: {
    embalming_reason: 'Viewing on Monday evening',
    late_charge_percentage: '1.5',
    annual_percentage_rate: '18',
  },
  burialFees: { space_fee: '900.00', burial_fees_handling: 'cemetery' },
};
const pack = (includes: string) => ({
  servicesFees: { fee_lines: [{ id: '1', kind: 'package', name: 'Traditional', amount: '5495', includes }] },
});
const reason = { embalming_reason: 'Viewing on Monday' };
const required =
  'Charges are only for those items that you selected or that are required. If we are required by law or by a cemetery or crematory to use any items, we will explain the reasons in writing below.';
const embalming =
  'If you selected a funeral that may require embalming, such as a funeral with viewing, you may have to pay for embalming. You do not have to pay for embalming you did not approve if you selected arrangements such as a direct cremation or immediate burial. If we charged for embalming, we will explain why below.';

describe('statementPaper', () => {
  it('prints firm, director with license, deceased, purchaser and caption', () => {
    const paper = statementPaper(statement(content(fees)));
    expect(paper.title).toBe('Statement of Funeral Goods and Services Selected');
    const address = '12 King Street, St. Augustine, FL 32084';
    expect(paper.letterhead).toEqual(['Whitcomb & Ames', address, '(904) 555-0100 · License FE-1234']);
    expect(wordsOf(paper.parts[0] as PaperPart)).toEqual([
      ...['Statement', 'WA-S-2026-0007, version 2', 'Date', 'Nov 23, 2026', 'Deceased', 'Minh Nguyễn'],
      ...['Date of death', 'Nov 17, 2026', 'Case number', 'WA-2026-0042', 'Purchaser', 'Quang Minh Nguyễn'],
      ...['Purchaser’s address', '18 Sevilla Street, St. Augustine, FL, 32084'],
      ...['Funeral director', 'Marcus Ames, License FD-DEMO-0142'],
    ]);
    expect(statementFileName('WA-S-2026-0007', 2)).toBe('statement_WA-S-2026-0007_v2.pdf');
  });

  it('prints each disclosure above its answer: first and last where the rule asks', () => {
    const words = linesOf(statement(content(fees)));
    expect(words[words.indexOf(required) + 1]).toBe('None');
    expect(words[words.indexOf(embalming) + 1]).toBe('Viewing on Monday evening');
    expect(words.indexOf(required)).toBeLessThan(words.findIndex((one) => one.startsWith('A.')));
    const marked = words.findIndex((one) => one.startsWith('We charge you for our services in obtaining: '));
    expect(words[marked]).toContain('Flowers');
    expect(marked).toBeLessThan(words.findIndex((one) => one.startsWith('Cremation permit')));
    const plain = { ...fees, servicesFees: { hearse_fee: '375.00' } };
    expect(text(statement(content(plain)))).not.toContain('We charge you for our services');
    expect(text(statement(content(plain)))).toContain('Embalming is not charged.');
  });

  it('marks estimates and prints package contents, payees and burial fees', () => {
    const words = linesOf(statement(content(fees)));
    expect(words).toContain('Cremation permit (estimate)\nPaid to St. Johns County');
    const includes = /\nIncludes: transfer, permits, alternative container$/;
    expect(words.find((one) => one.includes('Includes:'))).toMatch(includes);
    const container = { fee: 'direct_cremation_fee', description: 'Fiberboard container', includes: 'Transfer' };
    const filled = content({ servicesFees: { direct_cremation_fee: '1990', fee_details: [container] } });
    expect(linesOf(statement(filled))).toContain('Direct cremation\nFiberboard container. Includes: Transfer');
    expect(linesOf(statement(content(pack('Viewing'))))).toContain('Traditional\nIncludes: Viewing');
    const bare = content({ servicesFees: { immediate_burial_fee: '2000.00' } });
    expect(text(statement(bare))).toContain('Includes: basic services of the funeral director and staff');
    expect(words).toContain(
      'Burial fees of $900.00 are paid directly to the cemetery and are not included in this Statement.',
    );
  });

  it.each<[object, object, answers: string[]]>([
    [pack('Viewing, embalming'), reason, ['None', 'Viewing on Monday']],
    [pack('Viewing, no embalming'), reason, ['None', 'Embalming is not charged.']],
    // The package does not list its contents, or not clearly.
    [pack(''), {}, ['None', '']],
    [pack('No charge for embalming'), {}, ['None', '']],
    [pack('Servicios básicos, embalsamamiento'), {}, ['None', '']],
    [pack('Viewing, vault'), {}, ['', 'Embalming is not charged.']],
    [{ servicesFees: { outer_burial_container_fee: '1695' } }, {}, ['', 'Embalming is not charged.']],
    [
      { servicesFees: { embalming_fee: '845' } },
      { ...reason, embalming_approval: 'law' },
      ['Embalming is required by law: Viewing on Monday', 'Viewing on Monday'],
    ],
    [
      { servicesFees: { embalming_fee: '845', outer_burial_container_fee: '1695' } },
      { ...reason, embalming_approval: 'law', legal_requirement_explanation: 'The cemetery asks for a vault.' },
      ['Embalming is required by law: Viewing on Monday. The cemetery asks for a vault.', 'Viewing on Monday'],
    ],
    [
      { servicesFees: { embalming_fee: '845' } },
      { ...reason, embalming_approval: 'law', legal_requirement_explanation: 'None. The family selected these items.' },
      ['Embalming is required by law: Viewing on Monday', 'Viewing on Monday'],
    ],
    [
      { burialFees: { vault_upgrade_fee: '300', burial_fees_handling: 'billed' } },
      {},
      ['', 'Embalming is not charged.'],
    ],
    [
      {
        servicesFees: {
          ...{ viewing_visitation_fee: '595', hearse_fee: '375' },
          fee_details: [
            { fee: 'viewing_visitation_fee', description: 'Evening viewing, with embalming' },
            { fee: 'hearse_fee', description: 'Required by Evergreen Cemetery' },
          ],
        },
      },
      reason,
      ['', 'Viewing on Monday'],
    ],
  ])('prints only true answers: %j %j', (sections, disclosuresAgreement, answers) => {
    expect(content({ ...sections, disclosuresAgreement }).disclosures.map(({ answer }) => answer)).toEqual(answers);
  });

  it('omits burial fees next to a cemetery charge, and an unlicensed director', () => {
    const sections = {
      servicesFees: { cemetery_cash_advance_fee: '1450.00', contract_difference_reason: 'Package price' },
      financial: { contract_total: '1500.00' },
    };
    const unlicensed = { director: { name: 'Priya Raman', license_number: '' } };
    const words = text(statement(content(sections, unlicensed)));
    expect(words).not.toMatch(/burial fees|Digest|Funeral director/);
    expect(words).toContain('Prepared by\nPriya Raman');
    expect(words).toContain('Contract total $1,500.00, $50.00 more: Package price');
  });

  it('prints the terms with the annual rate, or that no credit is extended', () => {
    expect(text(statement(content(fees)))).toContain('1.5% per month (ANNUAL PERCENTAGE RATE 18%)');
    expect(text(statement(content({ servicesFees: { hearse_fee: '1.00' } })))).toContain(
      'No credit is extended, and no finance charge is made.',
    );
    const later = content({ ...fees, disclosuresAgreement: { payment_due_date: '2026-12-31' } });
    expect(text(statement(later))).toContain('Payment in full is due on Dec 31, 2026. No finance charge is made.');
  });

  it('prints deferred payments, which are credit even without cost', () => {
    const installments = [
      { due_on: '2026-12-10', amount_cents: 150_00 },
      { due_on: '2027-01-10', amount_cents: 100_50 },
    ];
    const plain = content({ servicesFees: { hearse_fee: '250.50' } }, { instalments: installments });
    expect(text(statement(plain))).toContain(
      'Payable in installments: $150.00 on Dec 10, 2026; $100.50 on Jan 10, 2027. No finance charge is made.',
    );
    expect(text(statement(plain))).not.toContain('No credit is extended');
    expect(text(statement(content(fees, { instalments: installments })))).toMatch(
      /\$100\.50 on Jan 10, 2027\. A late charge of 1\.5% per month/,
    );
  });

  it('prints lines to sign on, and who accepted it once that is recorded', () => {
    const whole = content(fees);
    expect(linesOf(statement(whole)).slice(-3)).toEqual([
      ...['Purchaser, Quang Minh Nguyễn, and date', 'Co-signer, and date', 'For Whitcomb & Ames, and date'],
    ]);
    const acceptance = {
      ...{ accepted_by: 'Quang Minh Nguyễn', signed_by: 'Quang', signature_date: '2026-11-24' },
      ...{ co_signer_1: 'Thảo', co_signer_2: '', given_on: '2026-11-24', recorded_at: '2026-11-24T10:00:00.000Z' },
    };
    const accepted = statement(whole, { acceptance });
    expect(text(accepted)).toContain('Accepted by\nQuang Minh Nguyễn\nCopy given on\nNov 24, 2026');
    expect(statementPaper(accepted).asOf).toBe(acceptance.recorded_at);
    expect(linesOf(accepted).filter((words) => words.endsWith('and date'))).toEqual([]);
    expect(linesOf(statement(whole, { superseded: true }))[0]).toMatch(/^Superseded/);
  });

  it('prints a line for each co-signer, and none if it is signed electronically', () => {
    const coSigners = { co_signer_1: 'Thảo Nguyễn', co_signer_2: 'Linh Nguyễn' };
    const whole = content({ ...fees, disclosuresAgreement: coSigners });
    const lines = (changes: Parameters<typeof statement>[1] = {}) =>
      linesOf(statement(whole, changes)).filter((words) => words.endsWith('and date'));
    expect(lines().slice(1, 3)).toEqual(['Co-signer, Thảo Nguyễn, and date', 'Co-signer, Linh Nguyễn, and date']);
    expect(lines({ for_signing: true })).toEqual([]);
    const signatures = [{ name: 'Linh Nguyễn', part: 'co_signer' as const, signed_on: '2026-11-25' }];
    const acceptance = {
      ...{ accepted_by: 'Quang', signed_by: 'Quang', signature_date: '2026-11-24', co_signer_1: 'Linh Nguyễn' },
      ...{ co_signer_2: '', given_on: '2026-11-24', recorded_at: '2026-11-24T10:00:00.000Z', signatures },
    };
    // A co-signer who has not signed still has a line.
    expect(lines({ acceptance })).toEqual(['Co-signer, Thảo Nguyễn, and date']);
    expect(text(statement(whole, { acceptance }))).toContain('Linh Nguyễn, signed electronically Nov 25, 2026');
    expect(linesOf(statement(whole, { acceptance: { ...acceptance, given_on: '' } })).at(-1)).toBe(
      'Copy given to the family on',
    );
  });

  it('prints number, version, price list dates and digest on every page', () => {
    const lists = [
      { caption: 'General price list', effective_from: '2026-03-01' },
      { caption: 'Casket price list', effective_from: '2026-01-01' },
      { caption: 'Outer', effective_from: '2026-03-01' },
    ];
    expect(statementPaper(statement(content(fees)), lists).footer).toBe(
      'WA-S-2026-0007 · version 2 · prices effective Jan 1, 2026 and Mar 1, 2026 · a1b2c3d4e5f6',
    );
  });

  it('prints both mandatory sentences, every line and the frozen totals for any fees', () => {
    const names = Object.values(documentedFees).flat();
    const some = fc.record(Object.fromEntries(names.map((name) => [name, randomCents])), { requiredKeys: [] });
    fc.assert(
      fc.property(some, randomSections, fc.boolean(), randomCents, (charged, sections, billed, paid) => {
        const amounts = Object.fromEntries(
          Object.entries(charged).map(([name, cents = 0]) => [name, toDecimal(cents)]),
        );
        const of = content(
          {
            ...sections,
            servicesFees: { ...sections.servicesFees, ...amounts },
            burialFees: { ...amounts, burial_fees_handling: billed ? 'billed' : 'cemetery' },
          },
          { paid },
        );
        const words = linesOf(statement(of));
        expect(words).toEqual(expect.arrayContaining([required, embalming]));
        for (const { lines } of of.parts)
          for (const { label, amount } of lines) {
            const at = words.findIndex((one) => one.startsWith(label));
            expect(at, label).toBeGreaterThan(-1);
            expect(words).toContain(formatMoney(Math.round(Number(amount) * 100)));
          }
        const following = (label: string): string | undefined => words[words.lastIndexOf(label) + 1];
        // Adds the lines up independently.
        const lines = of.parts.flatMap((part) => part.lines.map(({ amount }) => BigInt(amount.replace('.', ''))));
        const complete = lines.reduce((sum, one) => sum + one, BigInt(of.totals.sales_tax.replace('.', '')));
        expect(following('Complete total')).toBe(formatMoney(Number(complete)));
        expect(following('Paid to date')).toBe(formatMoney(paid));
        expect(following('Balance')).toBe(formatMoney(Number(complete) - paid));
      }),
      { numRuns: 200 },
    );
  });
});

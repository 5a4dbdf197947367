import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionValues } from '#domain/cases/case-validation.ts';
import { parseMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { taxLine, taxWords, toStatementCheckInput } from './checked-statement.ts';
import { compareStatements, contentEquals } from './compare-statements.ts';
import { StatementContent } from './statement.schema.ts';
import { statementContent } from './statement-content.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', address: '74 King Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
  ...{ phone: '9045550100', license_number: '' },
};
const contentOf = (sections: SectionValues, paid = 0, today = '2026-03-04') =>
  statementContent({ sections, case_number: 'WA-2026-0001', home, paid, today });
const cents = fc.integer({ min: 0, max: 90_000_00 });
const fees = fc.record({ hearse_fee: cents, casket_fee: cents, clergy_fee: cents, sales_tax: cents, discount: cents });
const sectionsOf = ({ discount, ...named }: Record<string, number>): SectionValues => ({
  servicesFees: {
    ...Object.fromEntries(Object.entries(named).map(([name, amount]) => [name, toDecimal(amount)])),
    fee_lines: [{ id: '1', kind: 'discount', name: 'Discount', amount: toDecimal(discount ?? 0) }],
  },
});

describe('compareStatements', () => {
  it('returns the differences of lines and tax, to the cent', () => {
    fc.assert(
      fc.property(fees, fees, (one, other) => {
        const [before, after] = [contentOf(sectionsOf(one)), contentOf(sectionsOf(other))];
        const { lines, tax, complete } = compareStatements(before, after);
        expect(lines.reduce((sum, { change }) => sum + change, tax)).toBe(complete);
        expect(lines.length === 0 && tax === 0).toBe(contentEquals(before, after));
      }),
    );
  });

  it('ignores payments, the day, and the order of parts', () => {
    const sections = sectionsOf({ hearse_fee: 375_00, discount: 5_00 });
    const before = contentOf(sections);
    const worded = { ...before.burial_fees, note: 'No burial fees are part of this Statement.' };
    expect(contentEquals({ ...before, burial_fees: worded }, before)).toBe(true);
    const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(before).toReversed())));
    expect(contentEquals(shuffled, contentOf(sections, 100_00, '2026-03-05'))).toBe(true);
    expect(compareStatements(shuffled, before)).toEqual({ lines: [], tax: 0, complete: 0, texts: [] });
  });

  it('names new, removed, reworded and re-explained lines', () => {
    const first = contentOf({ servicesFees: { casket_fee: '2500', hearse_fee: '375' } });
    const second = contentOf({
      servicesFees: {
        casket_fee: '2500',
        clergy_fee: '300',
        fee_details: [{ fee: 'casket_fee', description: 'Oak' }],
      },
      disclosuresAgreement: { legal_requirement_explanation: 'The cemetery asks for a vault' },
    });
    const { lines, texts } = compareStatements(first, second);
    expect(lines.map(({ label, change }) => [label, change])).toEqual([
      ['Casket', 0],
      ['Clergy', 300_00],
      ['Hearse', -375_00],
    ]);
    expect(texts).toEqual([
      {
        label: 'Legal, cemetery or crematory requirement',
        before: 'None',
        after: 'The cemetery asks for a vault',
      },
    ]);
  });
});

describe('statementContent', () => {
  it('returns complete content that adds up, equal for equal fees', () => {
    fc.assert(
      fc.property(fees, cents, (one, paid) => {
        const content = contentOf(sectionsOf(one), paid);
        expect(StatementContent.parse(content)).toEqual(content);
        expect(contentOf(sectionsOf(one), paid)).toEqual(content);
        const sum = content.parts.reduce((total, part) => total + toCents(part.total), 0);
        const { complete_total, sales_tax, balance } = content.totals;
        expect(toDecimal(sum + toCents(sales_tax))).toBe(complete_total);
        expect(parseMoney(balance)).toBe(toCents(complete_total) - paid);
      }),
    );
  });

  it('adds up to its printed lines and the tax, for any quantities, percents and taxes', () => {
    const kind = fc.constantFrom('service', 'merchandise', 'package', 'discount');
    const [quantity, taxable] = [fc.integer({ min: 1, max: 999 }), fc.constantFrom('yes', 'no', '')];
    const [percent, dollars] = [fc.constantFrom(undefined, 0.01, 10, 33.33, 100), cents.map(toDecimal)];
    const line = fc.record({ kind, quantity, taxable, percent, amount: dollars, merchandise_amount: dollars });
    const rate = fc.constantFrom('', '4', '6.5', '8.875');
    const rates = fc.record({ sales_tax_rate: rate, services_tax_rate: rate, cash_advances_tax_rate: rate });
    fc.assert(
      fc.property(fees, fc.array(line, { maxLength: 8 }), rates, fc.boolean(), (one, lines, own, packages) => {
        const fee_lines = lines.map((each, at) => ({ ...each, id: String(at), name: each.kind }));
        const taxed = { ...home, ...own, tax_package_merchandise: packages };
        const typed = { ...sectionsOf(one).servicesFees, fee_lines };
        const { tax } = toStatementCheckInput({ servicesFees: typed }, taxed);
        const sections = { servicesFees: { ...typed, sales_tax: toDecimal(tax?.total ?? 0) } };
        const source = { sections, case_number: '1', paid: 0, today: '2026-03-04' };
        const { parts, totals } = statementContent({ ...source, home: taxed });
        const read = (amount: string) => BigInt(toCents(amount));
        const printed = parts.flatMap((part) => part.lines).reduce((sum, { amount }) => sum + read(amount), 0n);
        expect(printed + read(totals.sales_tax)).toBe(read(totals.complete_total));
        // Percentage discounts reduce no charge below zero.
        if (lines.every((each) => each.kind !== 'discount' || each.percent))
          expect(totals.home_charges).not.toContain('-');
        if (tax?.total) expect(taxLine(totals)).toBe(`Sales tax, ${taxWords(tax.shares)}`);
      }),
    );
  });

  it('includes or excludes burial fees with a sentence', () => {
    const burialFees = { space_fee: '900.00' };
    const out = contentOf({ burialFees: { ...burialFees, burial_fees_handling: 'cemetery' } });
    expect([out.parts, out.totals.complete_total]).toEqual([[], '0.00']);
    expect(out.burial_fees.note).toContain('$900.00 are paid directly to the cemetery and are not included');
    const billed = contentOf({ burialFees: { ...burialFees, burial_fees_handling: 'billed' } });
    expect(billed.parts.map(({ title, total }) => [title, total])).toEqual([['Burial fees', '900.00']]);
    expect(billed.totals.complete_total).toBe('900.00');
  });

  it('extends no credit unless a late charge is set', () => {
    expect(contentOf({}).terms.text).toBe('No credit is extended, and no finance charge is made.');
  });
});

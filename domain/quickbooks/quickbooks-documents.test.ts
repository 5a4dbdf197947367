import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import type { StatementContent } from '#domain/statements/statement.schema.ts';
import { allocatePayments } from './postings.ts';
import {
  type PostedEntry,
  payerNameOf,
  toQuickBooksCustomer,
  toQuickBooksInvoice,
  toQuickBooksPayment,
  toQuickBooksRefund,
} from './quickbooks-documents.ts';
import {
  type invoicePartLabels,
  invoiceParts,
  missingChoices,
  offeredAccounts,
  proposedAccounts,
} from './quickbooks-records.ts';
import { quickBooksProblem } from './reconciliation-text.ts';

const account = (Id: string, Name: string, AccountType: string, AccountSubType = '', Active = true) => ({
  ...{ Id, Name, AccountType, AccountSubType, Active },
});
const chart = [
  account('1', 'Money Market', 'Bank', 'MoneyMarket'),
  account('2', 'Checking', 'Bank', 'Checking'),
  account('3', 'Receivables', 'Accounts Receivable'),
  account('4', 'Undeposited Funds', 'Other Current Asset', 'UndepositedFunds'),
  account('5', 'Sales Tax Payable', 'Other Current Liability', 'SalesTaxPayable'),
  account('6', 'Cash advance items', 'Other Current Liability'),
  account('7', 'Funeral service income', 'Income'),
  account('8', 'Casket sales', 'Income'),
  account('9', 'Old services', 'Income', '', false),
  account('10', 'Discounts given', 'Income', 'DiscountsRefundsGiven'),
];
const parts = Object.fromEntries(invoiceParts.map((part, index) => [part, String(20 + index)]));
const refs = {
  customer: '58',
  items: parts as Record<keyof typeof invoicePartLabels, string>,
  methods: { cash: '1', check: '2', insurance: '3', other: '4' },
  deposit: '4',
  receivable: '3',
  refund: '2',
  homeClass: null,
};
const payer = {
  case_id: 'c1',
  case_number: 'WA-2026-0001',
  name: { display: 'Ruiz, Ana', given: 'Ana', family: 'Ruiz', suffix: '' },
  email: 'ana@example.com',
  phone: '(305) 555-0101',
  address: '1 Main St, Miami, FL 33101',
};
const entry: PostedEntry = {
  id: 'p1',
  kind: 'payment',
  receipt_number: 'WA-R-2026-0007',
  payment_date: '2026-11-20',
  amount_cents: 50_025,
  payment_method: 'check',
  received_from: 'Dewey & Howe LLP',
  other_method_description: '',
  payment_for: 'Deposit',
};

describe('proposedAccounts and offeredAccounts', () => {
  it('proposes accounts by kind and name, and offers no unsuitable account', () => {
    const chosen = proposedAccounts(chart);
    expect(chosen).toMatchObject({ deposit: '4', receivable: '3', refund: '2' });
    expect(chosen.parts).toMatchObject({ services: '7', merchandise: '8', advances: '6', sales_tax: '5' });
    expect(chosen.parts).toMatchObject({ packages: '7', adjustments: '10' });
    expect(offeredAccounts('services', chart).map(({ Id }) => Id)).toEqual(['7', '8', '10']);
    const onlyDiscounts = [account('1', 'Sales discounts', 'Income', 'DiscountsRefundsGiven')];
    expect(proposedAccounts(onlyDiscounts).parts).toMatchObject({ packages: null, services: null, adjustments: '1' });
    expect(missingChoices(chosen)).toEqual([]);
    expect(missingChoices(proposedAccounts([]))).toEqual([...invoiceParts, 'receivable', 'refund']);
  });
});

describe('QuickBooks documents', () => {
  it('builds a customer named by family and case in characters that QuickBooks accepts', () => {
    const son = { ...payer.name, suffix: 'Jr.' };
    expect(toQuickBooksCustomer({ ...payer, name: son })).toMatchObject({
      GivenName: 'Ana',
      FamilyName: 'Ruiz',
      Suffix: 'Jr.',
    });
    expect(toQuickBooksCustomer(payer)).toMatchObject({
      DisplayName: 'Ruiz, Ana (WA-2026-0001)',
      BillAddr: { Line1: '1 Main St, Miami, FL 33101' },
      Notes: 'Stillwater case c1',
    });
    const odd = toQuickBooksCustomer({
      ...payer,
      name: { display: 'Estate: of\tRuiz', given: '', family: '', suffix: '' },
      email: '',
      phone: '',
      address: '',
    });
    expect(odd).toEqual({
      DisplayName: 'Estate of Ruiz (WA-2026-0001)',
      Notes: 'Stillwater case c1',
    });
  });

  it('bills the total of the Statement, with its tax line or QuickBooks’ tax', () => {
    const line = (key: string, amount: string) => ({
      ...{ key, label: key, description: '', amount, payee: '', is_estimate: false, is_marked_up: false, price: null },
    });
    const part = (name: 'services' | 'merchandise' | 'adjustments', ...lines: object[]) => ({
      ...{ part: name, title: name, total: '0.00', lines },
    });
    const content = {
      parts: [
        part('services', { ...line('Basic services', '3200.10'), is_taxed: true }),
        part('merchandise', line('Casket', '1999.99')),
        part('adjustments', line('Traditional package', '5495.00'), line('Discount', '-200.00')),
      ],
      totals: { sales_tax: '140.00' },
      terms: { payment_due_date: '' },
      date_of_statement: '2026-11-20',
      case_number: 'WA-2026-0001',
    } as unknown as StatementContent;
    const statement = { id: 's1', statement_number: 'WA-S-2026-0007', version: 2, content };
    const own = toQuickBooksInvoice(statement, { ...refs, homeClass: '90' }, { tax: 'own_line' });
    const cents = own.Line.reduce((sum, { Amount }) => sum + (parseMoney(Amount) ?? Number.NaN), 0);
    expect(toDecimal(cents)).toBe('10635.09');
    const itemOf = (part: keyof typeof refs.items) => ({ value: refs.items[part] });
    expect(own.Line.slice(2, 4).map(({ SalesItemLineDetail }) => SalesItemLineDetail.ItemRef)).toEqual([
      itemOf('packages'),
      itemOf('adjustments'),
    ]);
    expect(own.Line.map(({ SalesItemLineDetail }) => SalesItemLineDetail.TaxCodeRef.value)).toEqual([
      'NON',
      'NON',
      'NON',
      'NON',
      'NON',
    ]);
    expect(own.Line[0]?.SalesItemLineDetail.ClassRef).toEqual({ value: '90' });
    expect(own.DocNumber).toBe('WA-S-2026-0007');
    const theirs = toQuickBooksInvoice(statement, refs, { tax: 'quickbooks' });
    expect(theirs.Line.map(({ SalesItemLineDetail }) => SalesItemLineDetail.TaxCodeRef.value)).toEqual([
      'TAX',
      'TAX',
      'NON',
      'NON',
    ]);
  });

  it('builds a payment with receipt number and payer, without check number', () => {
    expect(toQuickBooksPayment(entry, refs, { invoice: '130', applied: 50_025 })).toEqual({
      CustomerRef: { value: '58' },
      TotalAmt: 500.25,
      TxnDate: '2026-11-20',
      PaymentMethodRef: { value: '2' },
      PaymentRefNum: 'WA-R-2026-0007',
      DepositToAccountRef: { value: '4' },
      PrivateNote: 'From Dewey & Howe LLP · Deposit · Stillwater payment p1',
      Line: [{ Amount: 500.25, LinkedTxn: [{ TxnId: '130', TxnType: 'Invoice' }] }],
    });
    expect(toQuickBooksPayment(entry, refs, null).Line).toEqual([]);
  });

  it('sends a refund as a check on the receivables, and empties a voided one', () => {
    const refund: PostedEntry = { ...entry, kind: 'refund', amount_cents: -20_000 };
    expect(toQuickBooksRefund(refund, refs, false)).toMatchObject({
      PaymentType: 'Check',
      AccountRef: { value: '2' },
      EntityRef: { value: '58', type: 'Customer' },
      PrivateNote: 'To Dewey & Howe LLP · Deposit · Stillwater payment p1',
      Line: [{ Amount: 200, AccountBasedExpenseLineDetail: { AccountRef: { value: '3' } } }],
    });
    expect(toQuickBooksRefund({ ...refund, kind: 'reversal' }, refs, true)).toMatchObject({
      PaymentType: 'Cash',
      PrivateNote: 'Voided · From Dewey & Howe LLP · Deposit · Stillwater payment p1',
      Line: [{ Amount: 0 }],
    });
  });
});

describe('allocatePayments', () => {
  it('applies payments in order up to the invoice, and leaves what the ledger leaves', () => {
    const cents = fc.integer({ min: 1, max: 500_000 });
    const payment = fc.record({ amount: cents, share: fc.integer({ min: 0, max: 200 }) });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), fc.array(payment, { maxLength: 8 }), (total, list) => {
        const received = list.map(({ amount, share }, index) => ({
          ...{ id: String(index), amount, returned: Math.floor((amount * share) / 100) },
        }));
        const applied = [...allocatePayments(total, received).values()];
        const sum = applied.reduce((all, one) => all + one, 0);
        const kept = received.reduce((all, { amount, returned }) => all + amount - returned, 0);
        expect(sum).toBe(Math.max(0, Math.min(total, kept)));
        for (const [index, one] of received.entries())
          expect(applied[index]).toBeLessThanOrEqual(Math.max(0, one.amount - one.returned));
      }),
    );
  });
});

describe('accountingProblem', () => {
  it('explains a code to bookkeepers, with or without leading zeros', () => {
    expect(quickBooksProblem('006210', '').what).toBe('The books are closed for this date.');
    expect(quickBooksProblem('9999', 'Something odd').what).toBe('QuickBooks rejected it: Something odd');
  });
});

describe('payerNameOf', () => {
  it.each([
    ['Robert Miller, Jr.', 'Robert', 'Miller', 'Jr.', 'Miller, Robert Jr.'],
    ['Martin Luther King III', 'Martin Luther', 'King', 'III', 'King, Martin Luther III'],
    ['Juan de la Cruz', 'Juan', 'de la Cruz', '', 'de la Cruz, Juan'],
    ['Dr. Elizabeth Van Buren', 'Elizabeth', 'Van Buren', '', 'Van Buren, Elizabeth'],
    ['Hartley, Robert Jr.', 'Robert', 'Hartley', 'Jr.', 'Hartley, Robert Jr.'],
    ['Hartley Jr., Dr. Robert Lee', 'Robert Lee', 'Hartley', 'Jr.', 'Hartley, Robert Lee Jr.'],
    ['de la Cruz, Juan, MD', 'Juan', 'de la Cruz', 'MD', 'de la Cruz, Juan MD'],
    ['John Church', 'John', 'Church', '', 'Church, John'],
    ['Mrs. Shirley Temple', 'Shirley', 'Temple', '', 'Temple, Shirley'],
    ['Ann O’Connor', 'Ann', 'O’Connor', '', 'O’Connor, Ann'],
    ['Vo Thi Van', 'Vo Thi', 'Van', '', 'Van, Vo Thi'],
    ['Van Morrison', 'Van', 'Morrison', '', 'Morrison, Van'],
    ['Ruiz', '', 'Ruiz', '', 'Ruiz'],
    ['李 明华', '明华', '李', '', '李 明华'],
    ['김 민수', '민수', '김', '', '김 민수'],
    ['山田', '', '山田', '', '山田'],
  ])('splits %s into family name, particles and suffix', (name, given, family, suffix, display) =>
    expect(payerNameOf(name, [])).toEqual({ given, family, suffix, display }),
  );

  it.each([
    ...['Estate of Harold Lindqvist', 'St. Johns County', 'Homesteaders Life', 'Knights of Columbus', 'Lee & Sons'],
    ...['Dewey Howe PLLC', 'Acme Holdings LP', "O'Brien Law, P.A.", 'Hart Legal, PC', 'First Baptist Church'],
    'Church of Christ',
  ])('keeps the firm or estate %s unchanged', (name) =>
    expect(payerNameOf(name, [])).toEqual({ given: '', family: '', suffix: '', display: name }),
  );

  it.each([
    ['Xóchitl Treviño Núñez', { first: 'Xóchitl', middle: '', last: 'Treviño Núñez' }, 'Treviño Núñez, Xóchitl'],
    [
      'María Elena Solís de Ortega',
      { first: 'María', middle: 'Elena', last: 'Solís de Ortega' },
      'Solís de Ortega, María Elena',
    ],
    ['Jose Peña Ruiz', { first: 'José', middle: '', last: 'Peña Ruiz' }, 'Peña Ruiz, José'],
    ['Church, Karen', { first: 'Karen', middle: 'Ann', last: 'Church' }, 'Church, Karen Ann'],
    ['明华 李', { first: '明华', middle: '', last: '李' }, '明华 李'],
    ['Robert Miller Jr.', { first: 'Robert', middle: '', last: 'Miller, Jr.' }, 'Miller, Robert Jr.'],
  ])('splits %s like the first and last names of the case', (name, known, display) =>
    expect(payerNameOf(name, [{ first: 'Ann', middle: '', last: 'Lee' }, known]).display).toBe(display),
  );

  it('does not match relatives whose names differ by an accent', () =>
    expect(payerNameOf('Thúy Vũ', [{ first: 'Thủy', middle: '', last: 'Vũ' }]).display).toBe('Vũ, Thúy'));
});

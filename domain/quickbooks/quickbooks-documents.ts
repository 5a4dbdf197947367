import type { PaymentMethod } from '#domain/payments/ledger-entry.ts';
import { type Cents, toCents, toDollars } from '#domain/shared/values/money.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { foldForSearch, isWrittenTogether } from '#domain/shared/values/search-text.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { StatementPart } from '#domain/statements/fee-sheet.ts';
import type { StatementContent } from '#domain/statements/statement.schema.ts';
import { type InvoicePart, invoicePartLabels, type QuickBooksBodies } from './quickbooks-records.ts';
import { quickBooksDocNumber } from './reconciliation.ts';

/** A firm or an estate has only a `display` name. */
interface PayerName {
  display: string;
  given: string;
  family: string;
  suffix: string;
}

export interface KnownName {
  first: string;
  middle: string;
  last: string;
}

const suffixes = /^(jr|sr|[ivx]{2,4}|md|dds|dvm|phd|esq|cpa|rn)$/;
const particles = new Set(
  'al ap ben bin bint da dal das de dei del della der di do dos du el ibn la las le lo los mac san santa st ste ten ter van vande vander vom von zu zum zur'.split(
    ' ',
  ),
);
const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'rev', 'hon', 'prof']);
const firm =
  /[\d&@]|[ ,](pllc|ltd|l\.?p|p\.?c|p\.a|(?<=, ?)pa)\.?$|\b(estate|county|city|town|village|state|department|dept|llc|llp|inc|corp|corporation|co|company|firm|group|associates|holdings|ministries|synagogue|trust|trustees?|bank|insurance|assurance|life|society|association|foundation|hospital|hospice|university|college|school|union|local|agency|services?|fund|authority|district|board|administration|veterans|benefits?|funeral|cemetery|mortuary|guardian|public|office|family|of|for|and)\b/;

/** Words of firms that are also family names: they mean a firm only in names of more than two words. */
const surnameOrFirm = /\b(church|parish|temple|law)\b/;

const bare = (word: string): string => foldForSearch(word).replace(/[.,]/g, '');
const ofPerson = (given: string, family: string, suffix: string): PayerName => ({
  display: [family, fullName(given, suffix)].filter(Boolean).join(', '),
  given,
  family,
  suffix,
});

const withoutSuffix = (name: string): { words: string[]; suffix: string } => {
  const words = name.replace(/,/g, ' ').trim().split(/\s+/);
  const suffix: string[] = [];
  while (words.length > 1 && suffixes.test(bare(words.at(-1) ?? ''))) suffix.unshift(words.pop() ?? '');
  return { words, suffix: suffix.join(' ') };
};

interface NameWords {
  given: string[];
  /** The family name before a comma, as in "Hartley, Robert Jr.". */
  family: string[] | undefined;
  suffix: string;
}

const wordsOf = (name: string): NameWords => {
  const isSuffix = (part: string): boolean => part.split(/\s+/).every((word) => suffixes.test(bare(word)));
  const [head = '', ...rest] = name.split(',').map((part) => part.trim());
  const [behind = '', ...more] = rest.filter((part) => !isSuffix(part));
  const isFamilyFirst = head !== '' && behind !== '' && more.length === 0;
  const first = withoutSuffix(head);
  const { words, suffix } = withoutSuffix(isFamilyFirst ? [behind, ...rest.filter(isSuffix)].join(' ') : name);
  while (words.length > 1 && titles.has(bare(words[0] ?? ''))) words.shift();
  return isFamilyFirst
    ? { given: words, family: first.words, suffix: fullName(first.suffix, suffix) }
    : { given: words, family: undefined, suffix };
};

/**
 * Returns a person's name in parts. The family name is first before a comma or in Chinese, Japanese and Korean script.
 */
export function personParts(name: string): Omit<PayerName, 'display'> {
  const { given: words, family = [], suffix } = wordsOf(name);
  if (family.length > 0) return { given: words.join(' '), family: family.join(' '), suffix };
  if (words.length > 1 && words.every(isWrittenTogether))
    return { given: words.slice(1).join(' '), family: words[0] ?? '', suffix };
  let from = words.length - 1;
  while (from > 1 && particles.has(bare(words[from - 1] ?? ''))) from -= 1;
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' '), suffix };
}

/** Returns a payer's name in parts. People `known` from the case keep the first and last names entered there. */
export function payerNameOf(name: string, knownNames: readonly KnownName[]): PayerName {
  const { given: words, family: before = [], suffix } = wordsOf(name);
  const text = [...words, ...before].join(' ');
  // A comma between the names would reverse their order.
  const isAsWritten = [...words, ...before].every(isWrittenTogether);
  const shown = (payer: PayerName): PayerName => (isAsWritten ? { ...payer, display: name.trim() } : payer);
  for (const { first, middle, last } of knownNames) {
    const own = withoutSuffix(last || ' ');
    const family = own.words.join(' ');
    const names = [fullName(first, middle, family), fullName(first, family)];
    if (first && family && names.some((knownName) => isSameName(knownName, text)))
      return shown(ofPerson(fullName(first, middle), family, suffix || own.suffix));
  }
  const isFirm =
    firm.test(foldForSearch(name)) || (words.length + before.length > 2 && surnameOrFirm.test(foldForSearch(name)));
  if (isFirm) return { display: name.trim(), given: '', family: '', suffix: '' };
  const { given, family } = personParts(name);
  return shown(ofPerson(given, family, suffix));
}

export interface Payer {
  case_id: string;
  case_number: string;
  /** The responsible person or firm; else the decedent. */
  name: PayerName;
  email: string;
  phone: string;
  address: string;
}

/** Ids in QuickBooks. */
export interface PostingRefs {
  customer: string;
  items: Record<InvoicePart, string>;
  methods: Record<PaymentMethod, string>;
  deposit: string | null;
  receivable: string;
  refund: string;
  homeClass: string | null;
}

/** Sales tax is a line of its own as in the Statement, or QuickBooks calculates it. */
export const taxTreatments = ['own_line', 'quickbooks'] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

export interface PostedEntry {
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  receipt_number: string;
  payment_date: string;
  /** Negative for refunds. */
  amount_cents: Cents;
  payment_method: PaymentMethod;
  /** The payer, or the payee of a refund. */
  received_from: string;
  other_method_description: string;
  payment_for: string;
}

const ref = (value: string) => ({ value });
/** QuickBooks rejects colons, tabs and line breaks in names. */
const listName = (name: string, limit: number): string =>
  cut(
    name
      .replace(/[:\t\n\r"]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim(),
    limit,
  );
export const noteSeparator = ' · ';
/** Far below QuickBooks' limit of 4,000 characters. */
const note = (...parts: string[]): string => cut(parts.filter(Boolean).join(noteSeparator), 1000);

/** Returns the text by which a record in QuickBooks is found again. */
export const sourceTag = (kind: 'case' | 'payment' | 'statement', id: string): string => `Stillwater ${kind} ${id}`;

/** Returns the payment id in a QuickBooks note, or null. */
export const paymentIdInNote = (note: string | undefined): string | null =>
  /Stillwater payment ([\da-f-]{36})/.exec(note ?? '')?.[1] ?? null;

/** Returns the customer of a case. Names in QuickBooks are unique, so the name contains the case number. */
export function toQuickBooksCustomer(payer: Payer): QuickBooksBodies['Customer'] {
  const { name, case_number, case_id, email, phone, address } = payer;
  return {
    DisplayName: `${listName(name.display, 400)} (${listName(case_number, 60)})`,
    ...(name.given && { GivenName: listName(name.given, 100) }),
    ...(name.family && { FamilyName: listName(name.family, 100) }),
    ...(name.suffix && { Suffix: listName(name.suffix, 16) }),
    ...(email && email.length <= 100 && { PrimaryEmailAddr: { Address: email } }),
    ...(phone && { PrimaryPhone: { FreeFormNumber: cut(phone, 30) } }),
    ...(address && { BillAddr: { Line1: cut(address, 500) } }),
    Notes: sourceTag('case', case_id),
  };
}

/** Returns the invoice of a finalized Statement, equal to its total to the cent; empty for a cancelled case. */
export function toQuickBooksInvoice(
  statement: { id: string; statement_number: string; version: number; content: StatementContent },
  refs: Pick<PostingRefs, 'customer' | 'items' | 'homeClass'>,
  { tax, isVoided = false }: { tax: TaxTreatment; isVoided?: boolean },
): QuickBooksBodies['Invoice'] {
  const { content, statement_number, version, id } = statement;
  type Line = QuickBooksBodies['Invoice']['Line'][number];
  /** Negative adjustments are discounts, others income from packages. */
  const invoicePartOf = (part: StatementPart, cents: Cents): InvoicePart =>
    part === 'adjustments' && cents >= 0 ? 'packages' : part;
  const line = (part: InvoicePart, description: string, cents: Cents, taxed = false): Line => ({
    Amount: toDollars(isVoided ? 0 : cents),
    Description: cut(description, 1000),
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: {
      ItemRef: ref(refs.items[part]),
      TaxCodeRef: ref(taxed ? 'TAX' : 'NON'),
      ...(refs.homeClass && { ClassRef: ref(refs.homeClass) }),
    },
  });
  const ofParts = content.parts.flatMap(({ part, lines }) =>
    lines.map(({ label, description, amount, is_taxed = part === 'merchandise' }) => {
      const cents = toCents(amount);
      return line(
        invoicePartOf(part, cents),
        [label, description].filter(Boolean).join(': '),
        cents,
        tax === 'quickbooks' && is_taxed,
      );
    }),
  );
  const taxCents = toCents(content.totals.sales_tax);
  const taxLines = tax === 'own_line' && taxCents ? [line('sales_tax', invoicePartLabels.sales_tax, taxCents)] : [];
  return {
    CustomerRef: ref(refs.customer),
    DocNumber: quickBooksDocNumber(statement_number),
    TxnDate: content.date_of_statement,
    ...(content.terms.payment_due_date && { DueDate: content.terms.payment_due_date }),
    PrivateNote: note(
      isVoided ? 'Cancelled' : '',
      `Statement ${statement_number}, version ${version}`,
      `Case ${content.case_number}`,
      sourceTag('statement', id),
    ),
    Line: [...ofParts, ...taxLines],
  };
}

const partyOf = ({ kind, received_from }: PostedEntry): string =>
  received_from && `${kind === 'refund' ? 'To' : 'From'} ${received_from}`;

/**
 * Returns a payment under its receipt number, never its check number. `applied` cents pay the invoice, the rest is
 * credit.
 */
export function toQuickBooksPayment(
  entry: PostedEntry,
  refs: Pick<PostingRefs, 'customer' | 'methods' | 'deposit'>,
  paid: { invoice: string; applied: Cents } | null,
): QuickBooksBodies['Payment'] {
  const { id, receipt_number, payment_date, amount_cents, payment_method } = entry;
  return {
    CustomerRef: ref(refs.customer),
    TotalAmt: toDollars(amount_cents),
    TxnDate: payment_date,
    PaymentMethodRef: ref(refs.methods[payment_method]),
    PaymentRefNum: quickBooksDocNumber(receipt_number),
    ...(refs.deposit && { DepositToAccountRef: ref(refs.deposit) }),
    PrivateNote: note(partyOf(entry), entry.payment_for, entry.other_method_description, sourceTag('payment', id)),
    Line:
      paid && paid.applied > 0
        ? [{ Amount: toDollars(paid.applied), LinkedTxn: [{ TxnId: paid.invoice, TxnType: 'Invoice' }] }]
        : [],
  };
}

/**
 * Returns a refund or reversal as an expense against the receivables: a refund receipt would reduce income and keep the
 * credit (docs/decisions/0085). A voided one becomes empty.
 */
export function toQuickBooksRefund(
  entry: PostedEntry,
  refs: Pick<PostingRefs, 'customer' | 'receivable' | 'refund' | 'homeClass'>,
  isVoided: boolean,
): QuickBooksBodies['Purchase'] {
  const { id, kind, receipt_number, payment_date, amount_cents, payment_method, payment_for } = entry;
  const what = kind === 'reversal' ? 'Returned payment' : 'Refund';
  return {
    PaymentType: payment_method === 'check' && kind === 'refund' ? 'Check' : 'Cash',
    AccountRef: ref(refs.refund),
    EntityRef: { value: refs.customer, type: 'Customer' },
    DocNumber: quickBooksDocNumber(receipt_number),
    TxnDate: payment_date,
    PrivateNote: note(isVoided ? 'Voided' : '', partyOf(entry), payment_for, sourceTag('payment', id)),
    Line: [
      {
        Amount: toDollars(isVoided ? 0 : -amount_cents),
        Description: `${what}, receipt ${receipt_number}`,
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: {
          AccountRef: ref(refs.receivable),
          CustomerRef: ref(refs.customer),
          ...(refs.homeClass && { ClassRef: ref(refs.homeClass) }),
        },
      },
    ],
  };
}

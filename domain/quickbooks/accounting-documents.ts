import type { PaymentMethod } from '#domain/payments/payment-method.ts';
import { type Cents, parseMoney, toDollars } from '#domain/shared/values/money.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { foldForSearch, isWrittenTogether } from '#domain/shared/values/search-text.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { StatementPart } from '#domain/statements/fee-sheet.ts';
import type { StatementContent } from '#domain/statements/statement.schema.ts';
import { type AccountingPart, accountingPartLabels, type QuickBooksBodies } from './quickbooks-records.ts';
import { quickBooksDocNumber } from './reconciliation.ts';

/** A payer's name in the parts that QuickBooks keeps; a firm or an estate has its whole name in `display` alone. */
interface PayerName {
  /** As the books list it: the family name first, of a person. */
  display: string;
  given: string;
  family: string;
  suffix: string;
}

/** The names of a person whom the case knows by first, middle and last name. */
export interface KnownName {
  first: string;
  middle: string;
  last: string;
}

const suffixes = /^(jr|sr|[ivx]{2,4}|md|dds|dvm|phd|esq|cpa|rn)$/;
/** Words that begin a family name of several words. */
const particles = new Set(
  'al ap ben bin bint da dal das de dei del della der di do dos du el ibn la las le lo los mac san santa st ste ten ter van vande vander vom von zu zum zur'.split(
    ' ',
  ),
);
const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'rev', 'hon', 'prof']);
const firm =
  /[\d&@]|[ ,](pllc|ltd|l\.?p|p\.?c|p\.a|(?<=, ?)pa)\.?$|\b(estate|county|city|town|village|state|department|dept|llc|llp|inc|corp|corporation|co|company|firm|group|associates|holdings|ministries|synagogue|trust|trustees?|bank|insurance|assurance|life|society|association|foundation|hospital|hospice|university|college|school|union|local|agency|services?|fund|authority|district|board|administration|veterans|benefits?|funeral|cemetery|mortuary|guardian|public|office|family|of|for|and)\b/;

/** Words of a firm that are family names as well: they count in a name of more than two words. */
const surnameOrFirm = /\b(church|parish|temple|law)\b/;

const bare = (word: string): string => foldForSearch(word).replace(/[.,]/g, '');
const ofPerson = (given: string, family: string, suffix: string): PayerName => ({
  display: [family, fullName(given, suffix)].filter(Boolean).join(', '),
  ...{ given, family, suffix },
});

/** Words of a name, and the suffix at its end; a last word alone is never one. */
const withoutSuffix = (name: string): { words: string[]; suffix: string } => {
  const words = name.replace(/,/g, ' ').trim().split(/\s+/);
  const suffix: string[] = [];
  while (words.length > 1 && suffixes.test(bare(words.at(-1) ?? ''))) suffix.unshift(words.pop() ?? '');
  return { words, suffix: suffix.join(' ') };
};

interface NameWords {
  given: string[];
  /** Where the name begins with its family name and a comma: "Hartley, Robert Jr."; else undefined. */
  family: string[] | undefined;
  suffix: string;
}

/** The words of a person's name, without titles. */
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
 * Given names, family name and suffix of a person: the family name comes before a comma, or last with its particles, but
 * first in Chinese, Japanese and Korean script.
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

/**
 * The parts of a payer's name. `known` are people of the case by their own first and last names: where the payer is one of
 * them, those are the parts. Else the family name stands before a comma, or is the last word with the particles before it;
 * suffixes stand apart.
 */
export function payerNameOf(name: string, known: readonly KnownName[]): PayerName {
  const { given: words, family: before = [], suffix } = wordsOf(name);
  const said = [...words, ...before].join(' ');
  // A comma between the names would reverse their order.
  const isAsWritten = [...words, ...before].every(isWrittenTogether);
  const shown = (payer: PayerName): PayerName => (isAsWritten ? { ...payer, display: name.trim() } : payer);
  for (const { first, middle, last } of known) {
    const own = withoutSuffix(last || ' ');
    const family = own.words.join(' ');
    const names = [fullName(first, middle, family), fullName(first, family)];
    if (first && family && names.some((one) => isSameName(one, said)))
      return shown(ofPerson(fullName(first, middle), family, suffix || own.suffix));
  }
  const isFirm =
    firm.test(foldForSearch(name)) || (words.length + before.length > 2 && surnameOrFirm.test(foldForSearch(name)));
  if (isFirm) return { display: name.trim(), given: '', family: '', suffix: '' };
  const { given, family } = personParts(name);
  return shown(ofPerson(given, family, suffix));
}

/** Who answers for the bill of a case. */
export interface Payer {
  case_id: string;
  case_number: string;
  /** The person or firm that pays; else whom the case is about. */
  name: PayerName;
  email: string;
  phone: string;
  address: string;
}

/** The ids in QuickBooks that documents refer to. */
export interface PostingRefs {
  customer: string;
  items: Record<AccountingPart, string>;
  methods: Record<PaymentMethod, string>;
  deposit: string | null;
  receivable: string;
  refund: string;
  /** The class of the case's home, where classes are used. */
  homeClass: string | null;
}

/** How sales tax is booked: as the product has it, in a line of its own, or as QuickBooks works it out. */
export const taxTreatments = ['own_line', 'quickbooks'] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/** An entry of a case's ledger, as far as it is booked. */
export interface BookedEntry {
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  receipt_number: string;
  payment_date: string;
  /** Negative for what goes back. */
  amount_cents: Cents;
  payment_method: PaymentMethod;
  /** Who paid, or to whom a refund goes. */
  received_from: string;
  other_method_description: string;
  payment_for: string;
}

const ref = (value: string) => ({ value });
/** What QuickBooks takes of names: no colon, tab or line break. */
const listName = (name: string, limit: number): string =>
  cut(
    name
      .replace(/[:\t\n\r"]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim(),
    limit,
  );
/** Between the parts of a note. */
export const noteSeparator = ' · ';
/** What a free note may hold is well below QuickBooks' limit of 4,000. */
const note = (...parts: string[]): string => cut(parts.filter(Boolean).join(noteSeparator), 1000);

/** What a record's note in QuickBooks says of where it comes from: it is found again by this. */
export const sourceTag = (kind: 'case' | 'payment' | 'statement', id: string): string => `Stillwater ${kind} ${id}`;

/** The id of the entry of our ledger that a record's note in QuickBooks names; null for none. */
export const paymentIdInNote = (note: string | undefined): string | null =>
  /Stillwater payment ([\da-f-]{36})/.exec(note ?? '')?.[1] ?? null;

/** The customer of a case. Names in QuickBooks are unique, and two families may share one: the case number tells them apart. */
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

/**
 * The invoice of a finalized Statement: a line for each of its lines, the sales tax in one of its own, so that the
 * invoice amounts to what was frozen, to the cent. Each version of a Statement changes the one invoice of its case. That of
 * a cancelled case stays, with nothing in it.
 */
export function toQuickBooksInvoice(
  statement: { id: string; statement_number: string; version: number; content: StatementContent },
  refs: Pick<PostingRefs, 'customer' | 'items' | 'homeClass'>,
  { tax, isVoided = false }: { tax: TaxTreatment; isVoided?: boolean },
): QuickBooksBodies['Invoice'] {
  const { content, statement_number, version, id } = statement;
  type Line = QuickBooksBodies['Invoice']['Line'][number];
  /** Packages are income; what is taken off is a discount. */
  const bookedUnder = (part: StatementPart, cents: Cents): AccountingPart =>
    part === 'adjustments' && cents >= 0 ? 'packages' : part;
  const line = (part: AccountingPart, description: string, cents: Cents, taxed = false): Line => ({
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
      const cents = parseMoney(amount) ?? 0;
      return line(
        bookedUnder(part, cents),
        [label, description].filter(Boolean).join(': '),
        cents,
        tax === 'quickbooks' && is_taxed,
      );
    }),
  );
  const taxCents = parseMoney(content.totals.sales_tax) ?? 0;
  const taxLines = tax === 'own_line' && taxCents ? [line('sales_tax', accountingPartLabels.sales_tax, taxCents)] : [];
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

/** Who paid, or who is paid back, in the words of a note. */
const partyOf = ({ kind, received_from }: BookedEntry): string =>
  received_from && `${kind === 'refund' ? 'To' : 'From'} ${received_from}`;

/**
 * A payment: its number in QuickBooks is our receipt number, never the number of a check. `applied` is what of it pays the
 * invoice; without an invoice the whole is the customer's credit.
 */
export function toQuickBooksPayment(
  entry: BookedEntry,
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
 * Money that goes back, or a payment that was returned: a check or expense against the receivables, in the customer's name. So the family
 * owes it again, as in our ledger. A refund receipt of QuickBooks would take income back and leave the credit standing
 * (docs/decisions/0085). A voided one stays, with nothing in it.
 */
export function toQuickBooksRefund(
  entry: BookedEntry,
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

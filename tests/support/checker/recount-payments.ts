import { isReversed, totalPaid } from '#domain/payments/payment.rules.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { PaymentRecord } from '#functions/payments/repository/payment-record.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item } from '#functions/platform/store/table.ts';

const idOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk} | ${sk}`;

/**
 * A case's received amount equals its ledger, receipt numbers have no gaps or duplicates, and returned amounts match
 * refunds.
 */
export function* recountPayments(items: readonly Item[]): Generator<string> {
  const of = (pattern: RegExp): Item[] => items.filter((item) => pattern.test(idOf(item)));
  const payments = of(/^T#[^#]+#PAYMENT#[^#]+ \| PAYMENT$/) as unknown as (PaymentRecord & Item)[];
  const cases = of(/^T#[^#]+#CASE#[^#]+ \| CASE$/) as unknown as (CaseRecord & Item)[];
  const ids = new Set(items.map(idOf));
  const ofCase = Map.groupBy(payments, ({ case_id }) => case_id);
  for (const item of cases) {
    const ledger = ofCase.get(item.id) ?? [];
    if ((item.paid_cents ?? 0) !== totalPaid(ledger))
      yield `${idOf(item)}: received ${item.paid_cents}, its ledger comes to ${totalPaid(ledger)}`;
    if ((item.ledger_entries ?? 0) !== ledger.length)
      yield `${idOf(item)}: ${item.ledger_entries} entries, its ledger has ${ledger.length}`;
  }
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  for (const item of cases) yield* settledBy(byId, item);
  const known = new Set(cases.map(({ id }) => id));
  const receipts = new Set<string>();
  const referred = new Set<string>();
  for (const item of payments) {
    const keys = keysOf(item.organization_id);
    if (!known.has(item.case_id)) yield `${idOf(item)}: its case is missing`;
    if (!ids.has(idOf(keys.ledgerEntry(item.case_id, item.id)))) yield `${idOf(item)}: is not named by its ledger`;
    // A location's prefix may change; year and sequence number are what counts.
    const place = item.receipt_number.slice(item.receipt_number.lastIndexOf('R-'));
    const receipt = `${item.organization_id} ${item.funeral_home_id} ${place}`;
    if (receipts.has(receipt)) yield `${idOf(item)}: receipt ${item.receipt_number} is used twice`;
    receipts.add(receipt);
    const returns = payments.filter(({ refund_of, status }) => refund_of === item.id && status === 'recorded');
    if (item.returned_cents + totalPaid(returns) !== 0)
      yield `${idOf(item)}: ${item.returned_cents} was given back, its refunds come to ${-totalPaid(returns)}`;
    if (!item.check_number_id) continue;
    referred.add(idOf(keys.checkNumber(item.check_number_id)));
    if (!ids.has(idOf(keys.checkNumber(item.check_number_id)))) yield `${idOf(item)}: its check number is missing`;
  }
  for (const item of of(/#CHECKNUMBER#/))
    if (!referred.has(idOf(item))) yield `${idOf(item)}: check number that nothing refers to`;
  for (const item of of(/^T#[^#]+#LEDGER#/)) {
    const [, organization = ''] = item.pk.split('#');
    if (!ids.has(idOf(keysOf(organization).payment(item.sk.slice('PAYMENT#'.length)))))
      yield `${idOf(item)}: names a payment that is not there`;
  }
  for (const item of of(/^T#[^#]+#RECEIPTS \| HOME#/)) {
    const [, organization] = item.pk.split('#');
    const [, home, year] = item.sk.split('#');
    for (let sequence = 1; sequence <= Number(item.last); sequence++) {
      const place = `R-${year}-${String(sequence).padStart(4, '0')}`;
      if (!receipts.has(`${organization} ${home} ${place}`)) yield `${idOf(item)}: receipt ${place} was skipped`;
    }
  }
}

/** An assignment has received its payments except voided and returned ones, and is paid once they reach its amount. */
function* settledBy(payments: ReadonlyMap<string, PaymentRecord>, item: CaseRecord & Item): Generator<string> {
  const settling = new Set<string>();
  for (const assignment of item.money_to_come?.assignments ?? []) {
    const { id, status, amount_cents, received_cents } = assignment;
    let came = 0;
    for (const { payment_id } of assignment.payments ?? []) {
      const payment = payments.get(payment_id);
      if (payment?.status === 'recorded' && !isReversed(payment, [...payments.values()])) came += payment.amount_cents;
      if (settling.has(payment_id)) yield `${idOf(item)}: payment ${payment_id} settles two assignments`;
      settling.add(payment_id);
    }
    if (received_cents !== came || (status === 'paid') !== came >= amount_cents)
      yield `${idOf(item)}: assignment ${id} is ${status} and received ${received_cents}, its payments come to ${came}`;
  }
}

import { caseCsvHeader, caseCsvRow } from '#domain/cases/case-export.ts';
import { csvHeader, csvRow } from '#domain/customers/customer.rules.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import { customersList, presentRow } from '#functions/customers/repository/customer-rows.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { type KnownCase, mapInOrder, namedIn, rowsOf, type Source } from './source.ts';

/** By which spreadsheets know that a file is UTF-8. */
const mark = '\u{FEFF}';

interface Homes {
  names: ReadonlyMap<string, string>;
  timeZone: string;
}

const paymentTitles = [
  ...['Receipt', 'Case Number', 'Deceased', 'Date', 'Kind', 'Amount', 'Method', 'Received From', 'For', 'Status'],
];

/** The lists that people know, as the files that the screens export. */
export const csvTables = (source: Source, cases: readonly KnownCase[], { names, timeZone }: Homes) => ({
  async *cases(): AsyncGenerator<string> {
    yield mark + caseCsvHeader();
    for await (const rows of rowsOf(source, casesList, 'created'))
      yield rows
        .map((row) => caseCsvRow({ ...row, funeral_home_name: names.get(row.funeral_home_id) ?? '' }, timeZone))
        .join('');
  },
  async *customers(): AsyncGenerator<string> {
    yield mark + csvHeader();
    for await (const rows of rowsOf(source, customersList, 'created_at'))
      yield rows.map((row) => csvRow(presentRow(row, source.now), timeZone)).join('');
  },
  async *payments(): AsyncGenerator<string> {
    const { keys } = source;
    yield mark + csvLine(paymentTitles);
    const ofCase = ({ id }: KnownCase) =>
      namedIn(source, { pk: keys.ledger(id), prefix: 'PAYMENT#', key: keys.payment });
    for await (const items of mapInOrder(cases, ofCase))
      for (const one of items.map(paymentSchema.parse))
        yield csvLine([
          ...[one.receipt_number, one.case_number, one.deceased_name, one.payment_date, one.kind],
          ...[toDecimal(one.amount_cents), one.payment_method, one.received_from, one.payment_for, one.status],
        ]);
  },
});

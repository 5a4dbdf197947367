import { type Attention, attentionOf } from '#domain/accounting/sync-attention.ts';
import type { Counted } from '#domain/accounting/sync-tallies.ts';
import { deceasedName } from '#domain/cases/case-row.ts';
import { type Cents, parseMoney } from '#domain/values/money.ts';
import { PartnerError } from '#functions/adapters/partner-error.ts';
import { type AccountingEntry, entryName } from '#functions/records/accounting-entries.ts';
import { PartnerPaused } from '#functions/store/circuit.ts';
import { isOurs } from './book.ts';
import { booksFrom, type CaseMoney, customerWanted, namesOf, payerName } from './case-books.ts';
import type { CompanyWork } from './company-work.ts';

/** Days and amounts of payments that stand in QuickBooks and were not sent by us; undefined where it cannot say. */
export type Twins = ReadonlySet<string> | undefined;

const twinOf = (date: string, cents: Cents): string => `${date} ${cents}`;
/** More than that are not read to be compared. */
const mostPages = 10;
const pageSize = 1000;

/** What others have entered since a day. QuickBooks that is down keeps nobody from looking at what would be sent. */
export const twinsSince = async ({ ask }: CompanyWork, from: string): Promise<Twins> => {
  const twins = new Set<string>();
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const first = page * pageSize + 1;
      const found = await ask((company) => company.page('Payment', `TxnDate >= '${from}'`, first));
      for (const one of found) if (!isOurs(one)) twins.add(twinOf(one.TxnDate, parseMoney(one.TotalAmt) ?? 0));
      if (found.length < pageSize) return twins;
    }
  } catch (error) {
    if (!(error instanceof PartnerError || error instanceof PartnerPaused)) throw error;
  }
  return undefined;
};

export interface Looked {
  records: Counted[];
  /** What it is called among cases to look at. */
  about: { case_id: string; case_number: string; name: string };
  attention: Attention[];
}

/** How what a case is to have in the books stands there; undefined where nothing of it is to be sent. */
export const lookAt = async (work: CompanyWork, money: CaseMoney, twins: Twins): Promise<Looked | undefined> => {
  const { settings, entries, realm } = work;
  const books = booksFrom(money, settings);
  if (!books) return undefined;
  const names = [customerWanted(books), ...namesOf(books)];
  const known = (await entries.findAll(names)).filter((one) => one.realm === realm || one.state === 'by_hand');
  const byName = new Map(known.map((one): [string, AccountingEntry] => [entryName(one), one]));
  const wanted = names.filter((one) => !one.isVoided);
  const { core, sections } = money.stored;
  const { latest } = money;
  const twinned = books.entries.filter(
    (one) =>
      one.kind === 'payment' &&
      !one.isVoided &&
      !byName.get(entryName({ kind: 'payment', id: one.id }))?.quickbooks_id &&
      twins?.has(twinOf(one.payment_date, one.amount_cents)),
  );
  const failed = known.filter(({ state }) => state === 'failed');
  return {
    records: wanted.map((one) => ({
      ...{ kind: one.kind, amount_cents: one.amount_cents, state: byName.get(entryName(one))?.state },
    })),
    about: { case_id: core.id, case_number: core.case_number, name: deceasedName(sections.deceased?.values) },
    attention: attentionOf(
      {
        payer: payerName(money.stored, latest),
        statement: latest && {
          ...{ number: latest.statement_number, date: latest.content.date_of_statement },
          total: parseMoney(latest.content.totals.complete_total) ?? 0,
        },
        ledger: money.ledger,
        twins: twinned.map(({ receipt_number }) => receipt_number),
        failed: failed.map(({ number, problem }) => ({ ...{ number, code: '', detail: '' }, ...problem })),
      },
      settings.start_date,
    ),
  };
};

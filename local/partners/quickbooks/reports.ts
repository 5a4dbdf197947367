import { toDecimal } from '#domain/shared/values/money.ts';
import { timeOf } from './answers.ts';
import { allPostings, customerBalance, paidOf } from './books.ts';
import { centsOf, type Entity, type Ref } from './model.ts';
import type { Store } from './store.ts';

interface Asked {
  store: Store;
  realm: string;
  query: URLSearchParams;
  now: Date;
}

const row = (cells: readonly string[]) => ({ ColData: cells.map((value) => ({ value })) });
const section = (group: string, title: string, data: [name: string, cents: number][]) => ({
  type: 'Section',
  group,
  Header: row([title, '']),
  Rows: { Row: data.map(([name, cents]) => ({ type: 'Data', ...row([name, toDecimal(cents)]) })) },
  Summary: row([`Total ${title}`, toDecimal(data.reduce((sum, [, cents]) => sum + cents, 0))]),
});
const sum = (group: string, title: string, cents: number) => ({
  type: 'Section',
  group,
  Summary: row([title, toDecimal(cents)]),
});

/** `GET /reports/ProfitAndLoss`, accrual, one column. */
export const profitAndLoss = ({ store, realm, query, now }: Asked) => {
  const today = timeOf(now).slice(0, 10);
  const from = query.get('start_date') ?? `${today.slice(0, 8)}01`;
  const to = query.get('end_date') ?? today;
  const postings = allPostings(store, realm, from, to);
  const of = (type: string, sign: number): [string, number][] =>
    store
      .entities(realm, 'Account')
      .filter(({ AccountType }) => AccountType === type)
      .map(({ Id, Name }): [string, number] => [
        String(Name),
        postings.filter(({ accountId }) => accountId === Id).reduce((total, { cents }) => total + sign * cents, 0),
      ])
      .filter(([, cents]) => cents !== 0);
  const total = (data: [string, number][]): number => data.reduce((all, [, cents]) => all + cents, 0);
  const income = of('Income', -1);
  const cogs = of('Cost of Goods Sold', 1);
  const expenses = of('Expense', 1);
  const gross = total(income) - total(cogs);
  const net = gross - total(expenses);
  return {
    Header: {
      Time: timeOf(now),
      ReportName: 'ProfitAndLoss',
      ReportBasis: 'Accrual',
      StartPeriod: from,
      EndPeriod: to,
      Currency: 'USD',
      Option: [{ Name: 'NoReportData', Value: String(postings.length === 0) }],
    },
    Columns: {
      Column: [
        { ColTitle: '', ColType: 'Account' },
        { ColTitle: 'Total', ColType: 'Money' },
      ],
    },
    Rows: {
      Row: [
        section('Income', 'Income', income),
        section('COGS', 'Cost of Goods Sold', cogs),
        sum('GrossProfit', 'Gross Profit', gross),
        section('Expenses', 'Expenses', expenses),
        sum('NetOperatingIncome', 'Net Operating Income', net),
        sum('NetIncome', 'Net Income', net),
      ],
    },
  };
};

const ages = ['Current', '1 - 30', '31 - 60', '61 - 90', '91 and over'] as const;

const ageOf = (due: string, day: string): number => {
  const late = (Date.parse(day) - Date.parse(due)) / 86_400_000;
  return late <= 0 ? 0 : Math.min(4, Math.ceil(late / 30));
};

/** `GET /reports/AgedReceivables`: what each customer owes, by how late it is; credits count as current. */
export const agedReceivables = ({ store, realm, query, now }: Asked) => {
  const day = query.get('report_date') ?? timeOf(now).slice(0, 10);
  const lines = store.entities(realm, 'Customer').flatMap((customer): [Entity, number[]][] => {
    const columns = ages.map(() => 0);
    for (const invoice of store.entities(realm, 'Invoice')) {
      if ((invoice.CustomerRef as Ref).value !== customer.Id) continue;
      const column = ageOf(String(invoice.DueDate ?? invoice.TxnDate), day);
      columns[column] = (columns[column] ?? 0) + centsOf(invoice.TotalAmt) - paidOf(store, realm, invoice.Id);
    }
    const owed = customerBalance(store, realm, customer.Id);
    columns[0] = (columns[0] ?? 0) + owed - columns.reduce((a, b) => a + b, 0);
    return columns.some(Boolean) ? [[customer, columns]] : [];
  });
  const cells = (columns: readonly number[]): string[] => [
    ...columns.map(toDecimal),
    toDecimal(columns.reduce((a, b) => a + b, 0)),
  ];
  const totals = ages.map((_, index) => lines.reduce((all, [, columns]) => all + (columns[index] ?? 0), 0));
  return {
    Header: {
      Time: timeOf(now),
      ReportName: 'AgedReceivables',
      EndPeriod: day,
      Currency: 'USD',
      Option: [{ Name: 'NoReportData', Value: String(lines.length === 0) }],
    },
    Columns: {
      Column: ['', ...ages, 'Total'].map((ColTitle) => ({ ColTitle, ColType: ColTitle ? 'Money' : 'Customer' })),
    },
    Rows: {
      Row: [
        ...lines.map(([customer, columns]) => ({
          type: 'Data',
          ...row([String(customer.DisplayName), ...cells(columns)]),
        })),
        { type: 'Section', group: 'GrandTotal', Summary: row(['TOTAL', ...cells(totals)]) },
      ],
    },
  };
};

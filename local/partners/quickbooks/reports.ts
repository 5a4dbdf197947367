import type { ServerResponse } from 'node:http';
import { toDecimal } from '#domain/shared/values/money.ts';
import { OAuthRefusal } from '../fake-partner.ts';
import { allPostings, customerBalance, paidOf } from './books.ts';
import { centsOf, type Entity, type Ref, type Store } from './store.ts';

/** A QuickBooks error: `Fault.Error[]` of its Accounting API. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly element: string | null;
  readonly type: string;

  constructor(
    code: string,
    message: string,
    detail: string,
    {
      element = null,
      status = 400,
      type = 'ValidationFault',
    }: { element?: string | null; status?: number; type?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.element = element;
    this.status = status;
    this.type = type;
  }
}

export class UnauthorizedError extends Error {
  readonly status: 401 | 403;
  readonly code: string;
  readonly detail: string;

  constructor(status: 401 | 403, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** QuickBooks uses Pacific time. */
export const timeOf = (now: Date): string =>
  `${new Date(now.getTime() - 8 * 3_600_000).toISOString().slice(0, -1)}-08:00`;

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
};

export const answerRefusal = (response: ServerResponse, error: unknown, now: Date): boolean => {
  if (error instanceof Fault) {
    const { message, detail, code, element, type } = error;
    const fault = { Error: [{ Message: message, Detail: detail, code, element }], type };
    answerJson(response, error.status, { Fault: fault, time: timeOf(now) });
  } else if (error instanceof UnauthorizedError) {
    const message = `message=${error.status === 401 ? 'AuthenticationFailed' : 'ApplicationAuthorizationFailed'}; errorCode=00${error.code}; statusCode=${error.status}`;
    const fault = {
      error: [{ message, detail: error.detail, code: error.code, element: null }],
      type: 'AUTHENTICATION',
    };
    answerJson(response, error.status, { warnings: null, intuitObject: null, fault, status: null });
  } else if (error instanceof OAuthRefusal) {
    answerJson(response, error.status, { error: error.error });
  } else return false;
  return true;
};

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

/** `GET /reports/AgedReceivables`: balance per customer by age; credits count as current. */
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

import { caseStatuses } from '#domain/cases/case-status.ts';
import { paymentMethodLabels, paymentMethods } from '#domain/payments/ledger-entry.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { type FactGroup, type Sums, unspecifiedServiceType } from './facts.ts';
import { soldName } from './facts-of-case.ts';
import { type Compared, drillDownOf, formatMeasure, meanFigure, rowsBy, sumFigure, tableOf } from './figures.ts';
import { monthName } from './month-report.ts';
import { ages, daysOfAge, daysOfMonth, firstDay, lastDay, monthsUpTo } from './periods.ts';
import type { Figure, FigureTable } from './report.schema.ts';

/** In display order. */
export type Homes = readonly { readonly id: string; readonly name: string }[];

const kindName = (key: string): string =>
  serviceTypes.find(({ value }) => value === key)?.label ?? (key === unspecifiedServiceType ? 'Not chosen yet' : key);
const statusName = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** Twelve months up to the last day's, each with the previous year's. */
const byMonth = (
  about: { id: string; title: string; unit: 'count' | 'money' },
  [group, measure]: readonly [FactGroup, string],
  { sums, compared }: { sums: Sums; compared: Compared },
): FigureTable => {
  const rows = monthsUpTo(compared.days.to, 12).map((month): Figure => {
    const of = (one: string): string => formatMeasure(about.unit, sums.ofMonth(one).of(group, measure));
    const last = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
    return {
      ...{ id: month, title: monthName(month), unit: about.unit, value: of(month), before: of(last), of: null },
      behind: drillDownOf(group, measure, { days: daysOfMonth(month), location: compared.location }),
    };
  });
  return tableOf({ ...about, heading: 'Month', note: 'Last 12 full months.' }, rows);
};

const byHome = (
  about: { id: string; title: string; unit: 'count' | 'money' },
  [group, measure]: readonly [FactGroup, string],
  { homes, compared }: { homes: Homes; compared: Compared },
): FigureTable =>
  tableOf(
    { ...about, heading: 'Home' },
    homes.map(({ id, name }) =>
      sumFigure({ id, title: name }, about.unit, [group, measure], {
        ...{ now: compared.now.ofHome(id), before: compared.before?.ofHome(id), days: compared.days, location: id },
      }),
    ),
    sumFigure({ id: 'total', title: 'All' }, about.unit, [group, measure], compared),
  );

const speeds = [
  ['arranged', 'Call to arrangement'],
  ['filed', 'Call to filing'],
  ['certified', 'First call to certificate received'],
] as const;

const converted = ({ now, before, ...rest }: Compared): Figure => {
  const share = (sums: Sums): string | null => {
    const all = sums.of('report', 'n');
    return all === 0 ? null : String(Math.round((sums.of('report', 'status.converted') / all) * 100));
  };
  return {
    ...{ id: 'converted', title: 'Submissions converted to cases', unit: 'percent', value: share(now) ?? '0' },
    ...{ before: before ? share(before) : null, of: now.of('report', 'n') },
    behind: drillDownOf('report', 'status.converted', rest),
  };
};

interface About {
  readonly compared: Compared;
  readonly months: Sums;
  readonly homes: Homes;
}

/** Returns the operations report: cases, durations, outcomes of first calls, and staff. */
export function analyticsOf({ compared, months, homes, open }: About & { readonly open: Sums }) {
  const opened = { id: 'opened', title: 'Cases opened' };
  const total = sumFigure({ id: 'total', title: 'All' }, 'count', ['opened', 'n'], compared);
  const openNow = { ...compared, now: open, before: undefined, days: { from: firstDay, to: lastDay } };
  const report = (status: string, title: string) =>
    sumFigure({ id: status, title }, 'count', ['report', `status.${status}`], compared);
  const times = speeds.map(([group, title]) => meanFigure({ id: group, title }, 'days', [group, 'days'], compared));
  return {
    figures: [
      sumFigure(opened, 'count', ['opened', 'n'], compared),
      sumFigure({ id: 'open', title: 'Open cases' }, 'count', ['open', 'n'], openNow),
      converted(compared),
      ...times,
    ],
    tables: [
      byMonth({ id: 'cases-by-month', title: 'Cases opened by month', unit: 'count' }, ['opened', 'n'], {
        ...{ sums: months, compared },
      }),
      tableOf(
        { id: 'cases-by-status', title: 'Cases opened, by current status', heading: 'Status', unit: 'count' },
        caseStatuses.map((status) =>
          sumFigure({ id: status, title: statusName(status) }, 'count', ['opened', `status.${status}`], compared),
        ),
        total,
      ),
      tableOf(
        { id: 'cases-by-kind', title: 'Cases opened, by service type', heading: 'Service type', unit: 'count' },
        rowsBy('opened', 'kind.', 'count', kindName, compared),
        total,
      ),
      byHome({ id: 'cases-by-home', title: 'Cases opened by location', unit: 'count' }, ['opened', 'n'], {
        ...{ homes, compared },
      }),
      tableOf(
        {
          ...{ id: 'times', title: 'Turnaround times', heading: 'From first call', unit: 'days' },
          note: 'Average days. Arrangement date is the Statement date.',
        },
        times,
      ),
      tableOf(
        { id: 'reports', title: 'Death reports', heading: 'Outcome', unit: 'count' },
        [report('new', 'Not contacted yet'), report('contacted', 'Contacted'), report('converted', 'Became a case')],
        sumFigure({ id: 'total', title: 'All' }, 'count', ['report', 'n'], compared),
      ),
      tableOf(
        { id: 'staff-opened', title: 'Cases opened by staff member', heading: 'Opened by', unit: 'count' },
        rowsBy('opened', 'staff.', 'count', (_, known) => known || 'Not known', compared),
        total,
      ),
      tableOf(
        { id: 'staff-load', title: 'Open cases by staff member', heading: 'Opened by', unit: 'count' },
        rowsBy('open', 'staff.', 'count', (_, known) => known || 'Not known', openNow),
        sumFigure({ id: 'total', title: 'All' }, 'count', ['open', 'n'], openNow),
      ),
    ],
  };
}

/** Current receivables by age, independent of the report's period. */
export interface OutstandingBalances {
  /** In the order of {@link ages}. */
  readonly byAge: readonly Sums[];
  readonly all: Sums;
  readonly today: string;
  readonly location: string | undefined;
}

export const owedFigure = (
  { id, title }: { id: string; title: string },
  measure: 'total' | 'family' | 'insurer' | 'held',
  { all, location }: Pick<OutstandingBalances, 'all' | 'location'>,
): Figure =>
  sumFigure({ id, title }, 'money', ['owing', measure], {
    ...{ now: all, before: undefined, days: { from: firstDay, to: lastDay }, location },
  });

function owedTables(owed: OutstandingBalances): FigureTable[] {
  const { byAge, today, location } = owed;
  const aged = (measure: 'total' | 'family' | 'insurer'): Figure[] =>
    ages.map((age, at) =>
      sumFigure({ id: age.key, title: age.name }, 'money', ['owing', measure], {
        ...{ now: byAge[at] ?? owed.all, before: undefined, days: daysOfAge(age, today), location },
      }),
    );
  const note = 'As of now. Age is counted from the Statement date, or the case opening date if there is no Statement.';
  const table = (id: string, title: string, measure: 'total' | 'family' | 'insurer') =>
    tableOf(
      { id, title, heading: 'Age', unit: 'money', note },
      aged(measure),
      owedFigure({ id: 'total', title: 'All' }, measure, owed),
    );
  return [
    table('owed', 'Receivables aging', 'total'),
    table('owed-by-families', 'Family receivables', 'family'),
    table('owed-by-insurers', 'Insurance receivables', 'insurer'),
  ];
}

/** Returns the financial report: contracts, payments, receivables by age, sales, taxes and cash advances. */
export function financialsOf({
  compared,
  months,
  homes,
  owed,
  sales,
}: About & { owed: OutstandingBalances; sales: Compared }) {
  const contracts = { id: 'revenue', title: 'Contracts' };
  const average = (measure: string, id: string, title: string): Figure =>
    meanFigure({ id, title }, 'money', ['contract', measure], compared);
  const kinds = rowsBy('contract', 'cents.kind.', 'money', kindName, compared);
  const revenue = sumFigure({ id: 'total', title: 'All' }, 'money', ['contract', 'cents'], compared);
  const part = (measure: string, title: string): Figure =>
    sumFigure({ id: measure, title }, 'money', ['contract', measure], compared);
  return {
    figures: [
      sumFigure(contracts, 'money', ['contract', 'cents'], compared),
      average('cents', 'average', 'Average contract'),
      sumFigure({ id: 'received', title: 'Net received' }, 'money', ['money', 'net'], compared),
      owedFigure({ id: 'outstanding', title: 'Outstanding now' }, 'total', owed),
      owedFigure({ id: 'held', title: 'Unapplied deposits' }, 'held', owed),
    ],
    tables: [
      byMonth({ id: 'revenue-by-month', title: 'Contracts by month', unit: 'money' }, ['contract', 'cents'], {
        ...{ sums: months, compared },
      }),
      ...owedTables(owed),
      tableOf(
        { id: 'revenue-by-kind', title: 'Contracts, by service type', heading: 'Service type', unit: 'money' },
        kinds,
        revenue,
      ),
      tableOf(
        { id: 'average-by-kind', title: 'Average contract by type', heading: 'Service type', unit: 'money' },
        kinds.map(({ id, title }) => average(`cents.kind.${id}`, id, title)),
      ),
      byHome({ id: 'revenue-by-home', title: 'Contracts by location', unit: 'money' }, ['contract', 'cents'], {
        ...{ homes, compared },
      }),
      byMonth({ id: 'received-by-month', title: 'Money received by month', unit: 'money' }, ['money', 'net'], {
        ...{ sums: months, compared },
      }),
      tableOf(
        {
          id: 'methods',
          title: 'Payments by method',
          heading: 'Method',
          unit: 'money',
          note: 'Net of refunds and returned payments.',
        },
        paymentMethods.map((method) =>
          sumFigure(
            { id: method, title: paymentMethodLabels[method] },
            'money',
            ['money', `method.${method}`],
            compared,
          ),
        ),
        sumFigure({ id: 'total', title: 'All' }, 'money', ['money', 'net'], compared),
      ),
      tableOf({ id: 'received-and-returned', title: 'Deposits and refunds', heading: 'Direction', unit: 'money' }, [
        sumFigure({ id: 'received', title: 'Deposits and payments' }, 'money', ['money', 'received'], compared),
        sumFigure({ id: 'returned', title: 'Refunds and returned payments' }, 'money', ['money', 'returned'], compared),
      ]),
      tableOf(
        {
          ...{ id: 'parts', title: 'Taxes and cash advances', heading: 'Statement section', unit: 'money' },
          note: 'Based on fees for cases contracted in this period.',
        },
        [part('home', 'Funeral home charges'), part('tax', 'Sales tax'), part('advances', 'Cash advances payable')],
      ),
      tableOf(
        { id: 'sales', title: 'Sales by price list item', heading: 'Item', unit: 'money' },
        rowsBy('sale', 'cents.', 'money', soldName, sales),
      ),
    ],
  };
}

import { caseStatuses } from '#domain/cases/case-status.ts';
import { paymentMethodLabels, paymentMethods } from '#domain/payments/ledger-entry.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import { taskFactLabels, taskFacts, taskGroupLabels, taskGroups } from '#domain/tasks/checklist.ts';
import { type FigureGroup, type Sums, unspecifiedServiceType } from './contributions.ts';
import { soldName } from './contributions-of-case.ts';
import { type Compared, drillDownOf, formatMeasure, meanFigure, rowsBy, sumFigure, tableOf } from './figures.ts';
import { monthName } from './month-report.ts';
import { ages, daysOfAge, daysOfMonth, firstDay, lastDay, monthsUpTo } from './periods.ts';
import type { Figure, FigureTable } from './report.schema.ts';

const share = (sums: Sums, key: string): string | null => {
  const all = sums.of('task', `of.${key}`);
  return all === 0 ? null : String(Math.round((sums.of('task', `on_time.${key}`) / all) * 100));
};

/** Returns the share of completed tasks with a due time that were on time. */
const onTime = (id: string, title: string, key: string, { now, before, ...rest }: Compared): Figure => ({
  id,
  title,
  unit: 'percent',
  value: share(now, key) ?? '0',
  before: before ? share(before, key) : null,
  of: now.of('task', `of.${key}`),
  behind: drillDownOf('task', `of.${key}`, rest),
});

/** Returns the tables about tasks: on time by part of the work and, for owners, by person; hours to each milestone. */
function taskTables(compared: Compared, { byPerson }: { byPerson: boolean }): FigureTable[] {
  const some = ({ of }: Figure): boolean => of !== 0;
  const heading = { unit: 'percent', note: 'Completed tasks that had a due time.' } as const;
  const groups = [
    ...taskGroups.map((group) => [group, taskGroupLabels[group]] as const),
    ['free', 'Other tasks'] as const,
  ];
  const people = [...compared.now.by('task', 'of.staff.')];
  const milestones = taskFacts.map((fact) =>
    meanFigure({ id: fact, title: taskFactLabels[fact] }, 'hours', ['task', `hours.${fact}`], compared),
  );
  const tables = [
    tableOf(
      { id: 'tasks-by-group', title: 'Tasks done on time', heading: 'Part of the work', ...heading },
      groups.map(([group, title]) => onTime(group, title, `group.${group}`, compared)).filter(some),
    ),
    ...(byPerson
      ? [
          tableOf(
            { id: 'tasks-by-person', title: 'Tasks done on time, by person', heading: 'Completed by', ...heading },
            people.map(([key, { name }]) => onTime(key, name || 'By a recorded fact', `staff.${key}`, compared)),
          ),
        ]
      : []),
    tableOf(
      {
        id: 'milestones',
        title: 'Hours from first call',
        heading: 'Milestone',
        unit: 'hours',
        note: 'Average hours until the fact was recorded.',
      },
      milestones.filter(some),
    ),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** In display order. */
export type Homes = readonly { readonly id: string; readonly name: string }[];

const kindName = (key: string): string =>
  serviceTypes.find(({ value }) => value === key)?.label ?? (key === unspecifiedServiceType ? 'Not chosen yet' : key);

/** Twelve months up to the last day's, each with the previous year's. */
const byMonth = (
  about: { id: string; title: string; unit: 'count' | 'money' },
  [group, measure]: readonly [FigureGroup, string],
  { sums, compared }: { sums: Sums; compared: Compared },
): FigureTable => {
  const rows = monthsUpTo(compared.days.to, 12).map((month): Figure => {
    const of = (month: string): string => formatMeasure(about.unit, sums.ofMonth(month).of(group, measure));
    const last = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
    return {
      id: month,
      title: monthName(month),
      unit: about.unit,
      value: of(month),
      before: of(last),
      of: null,
      behind: drillDownOf(group, measure, { days: daysOfMonth(month), location: compared.location }),
    };
  });
  return tableOf({ ...about, heading: 'Month', note: 'Last 12 full months.' }, rows);
};

const byHome = (
  about: { id: string; title: string; unit: 'count' | 'money' },
  [group, measure]: readonly [FigureGroup, string],
  { homes, compared }: { homes: Homes; compared: Compared },
): FigureTable =>
  tableOf(
    { ...about, heading: 'Home' },
    homes.map(({ id, name }) =>
      sumFigure({ id, title: name }, about.unit, [group, measure], {
        now: compared.now.ofHome(id),
        before: compared.before?.ofHome(id),
        days: compared.days,
        location: id,
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
    id: 'converted',
    title: 'Submissions converted to cases',
    unit: 'percent',
    value: share(now) ?? '0',
    before: before ? share(before) : null,
    of: now.of('report', 'n'),
    behind: drillDownOf('report', 'status.converted', rest),
  };
};

interface About {
  readonly compared: Compared;
  readonly months: Sums;
  readonly homes: Homes;
}

/** Returns the operations report: cases, durations, outcomes of first calls, and staff. */
export function analyticsOf({
  compared,
  months,
  homes,
  open,
  byPerson,
}: About & { readonly open: Sums; readonly byPerson: boolean }) {
  const openNow = { ...compared, now: open, before: undefined, days: { from: firstDay, to: lastDay } };
  const count = (id: string, title: string, group: FigureGroup, measure = 'n', of: Compared = compared): Figure =>
    sumFigure({ id, title }, 'count', [group, measure], of);
  const table = (id: string, title: string, heading: string, rows: Figure[], total: Figure): FigureTable =>
    tableOf({ id, title, heading, unit: 'count' }, rows, total);
  const total = count('total', 'All', 'opened');
  const staffName = (_: string, known: string): string => known || 'Not known';
  const times = speeds.map(([group, title]) => meanFigure({ id: group, title }, 'days', [group, 'days'], compared));
  return {
    figures: [
      count('opened', 'Cases opened', 'opened'),
      count('open', 'Open cases', 'open', 'n', openNow),
      converted(compared),
      ...times,
    ],
    tables: [
      byMonth({ id: 'cases-by-month', title: 'Cases opened by month', unit: 'count' }, ['opened', 'n'], {
        sums: months,
        compared,
      }),
      table(
        'cases-by-status',
        'Cases opened, by current status',
        'Status',
        caseStatuses.map((status) => count(status, capitalize(status), 'opened', `status.${status}`)),
        total,
      ),
      table(
        'cases-by-kind',
        'Cases opened, by service type',
        'Service type',
        rowsBy('opened', 'kind.', 'count', kindName, compared),
        total,
      ),
      byHome({ id: 'cases-by-home', title: 'Cases opened by location', unit: 'count' }, ['opened', 'n'], {
        homes,
        compared,
      }),
      tableOf(
        {
          id: 'times',
          title: 'Turnaround times',
          heading: 'From first call',
          unit: 'days',
          note: 'Average days. Arrangement date is the Statement date.',
        },
        times,
      ),
      table(
        'reports',
        'Death reports',
        'Outcome',
        [
          count('new', 'Not contacted yet', 'report', 'status.new'),
          count('contacted', 'Contacted', 'report', 'status.contacted'),
          count('converted', 'Became a case', 'report', 'status.converted'),
        ],
        count('total', 'All', 'report'),
      ),
      table(
        'staff-opened',
        'Cases opened by staff member',
        'Opened by',
        rowsBy('opened', 'staff.', 'count', staffName, compared),
        total,
      ),
      table(
        'staff-load',
        'Open cases by staff member',
        'Opened by',
        rowsBy('open', 'staff.', 'count', staffName, openNow),
        count('total', 'All', 'open', 'n', openNow),
      ),
      ...taskTables(compared, { byPerson }),
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
    now: all,
    before: undefined,
    days: { from: firstDay, to: lastDay },
    location,
  });

function owedTables(balances: OutstandingBalances): FigureTable[] {
  const { byAge, today, location } = balances;
  const aged = (measure: 'total' | 'family' | 'insurer'): Figure[] =>
    ages.map((age, at) =>
      sumFigure({ id: age.key, title: age.name }, 'money', ['owing', measure], {
        now: byAge[at] ?? balances.all,
        before: undefined,
        days: daysOfAge(age, today),
        location,
      }),
    );
  const note = 'As of now. Age is counted from the Statement date, or the case opening date if there is no Statement.';
  const table = (id: string, title: string, measure: 'total' | 'family' | 'insurer') =>
    tableOf(
      { id, title, heading: 'Age', unit: 'money', note },
      aged(measure),
      owedFigure({ id: 'total', title: 'All' }, measure, balances),
    );
  return [
    table('owed', 'Receivables aging', 'total'),
    table('owed-by-families', 'Family receivables', 'family'),
    table('owed-by-insurers', 'Insurance receivables', 'insurer'),
  ];
}

/** Returns the financial report: contracts, payments, receivables by age, sales, taxes and cash advances. */
export function financialsOf(about: About & { owed: OutstandingBalances; sales: Compared }) {
  const { compared, months, homes, owed, sales } = about;
  const money = (id: string, title: string, group: FigureGroup, measure: string): Figure =>
    sumFigure({ id, title }, 'money', [group, measure], compared);
  const average = (measure: string, id: string, title: string): Figure =>
    meanFigure({ id, title }, 'money', ['contract', measure], compared);
  const kinds = rowsBy('contract', 'cents.kind.', 'money', kindName, compared);
  return {
    figures: [
      money('revenue', 'Contracts', 'contract', 'cents'),
      average('cents', 'average', 'Average contract'),
      money('received', 'Net received', 'money', 'net'),
      owedFigure({ id: 'outstanding', title: 'Outstanding now' }, 'total', owed),
      owedFigure({ id: 'held', title: 'Unapplied deposits' }, 'held', owed),
    ],
    tables: [
      byMonth({ id: 'revenue-by-month', title: 'Contracts by month', unit: 'money' }, ['contract', 'cents'], {
        sums: months,
        compared,
      }),
      ...owedTables(owed),
      tableOf(
        { id: 'revenue-by-kind', title: 'Contracts, by service type', heading: 'Service type', unit: 'money' },
        kinds,
        money('total', 'All', 'contract', 'cents'),
      ),
      tableOf(
        { id: 'average-by-kind', title: 'Average contract by type', heading: 'Service type', unit: 'money' },
        kinds.map(({ id, title }) => average(`cents.kind.${id}`, id, title)),
      ),
      byHome({ id: 'revenue-by-home', title: 'Contracts by location', unit: 'money' }, ['contract', 'cents'], {
        homes,
        compared,
      }),
      byMonth({ id: 'received-by-month', title: 'Money received by month', unit: 'money' }, ['money', 'net'], {
        sums: months,
        compared,
      }),
      tableOf(
        {
          id: 'methods',
          title: 'Payments by method',
          heading: 'Method',
          unit: 'money',
          note: 'Net of refunds and returned payments.',
        },
        paymentMethods.map((method) => money(method, paymentMethodLabels[method], 'money', `method.${method}`)),
        money('total', 'All', 'money', 'net'),
      ),
      tableOf({ id: 'received-and-returned', title: 'Deposits and refunds', heading: 'Direction', unit: 'money' }, [
        money('received', 'Deposits and payments', 'money', 'received'),
        money('returned', 'Refunds and returned payments', 'money', 'returned'),
      ]),
      tableOf(
        {
          id: 'parts',
          title: 'Taxes and cash advances',
          heading: 'Statement section',
          unit: 'money',
          note: 'Based on fees for cases contracted in this period.',
        },
        [
          money('home', 'Funeral home charges', 'contract', 'home'),
          money('tax', 'Sales tax', 'contract', 'tax'),
          money('advances', 'Cash advances payable', 'contract', 'advances'),
        ],
      ),
      tableOf(
        { id: 'sales', title: 'Sales by price list item', heading: 'Item', unit: 'money' },
        rowsBy('sale', 'cents.', 'money', soldName, sales),
      ),
    ],
  };
}

import type { MonthReconciliation } from './reconciliation.schema.ts';

/** Returns a month's reconciliation as table rows: both totals, then each difference with its reason. */
export function monthRows({ month, ours, theirs, difference, matched, differences }: MonthReconciliation): string[][] {
  return [
    ['Month', month],
    ['', 'Entries', 'Sum'],
    ['Stillwater', String(ours.count), ours.amount],
    ['QuickBooks', String(theirs.count), theirs.amount],
    ['Difference', '', difference],
    ['Matched', String(matched)],
    [],
    [
      ...['Receipt', 'Who', 'Case', 'Day here', 'Amount here', 'Date in QuickBooks', 'Amount in QuickBooks'],
      ...['Problem', 'What to do'],
    ],
    ...differences.map((one) => [
      ...[one.reference, one.who, one.case_number, one.ours?.date ?? '', one.ours?.amount ?? ''],
      ...[one.theirs?.date ?? '', one.theirs?.amount ?? '', one.what, one.remedy],
    ]),
  ];
}

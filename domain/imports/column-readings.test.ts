import { expect, it } from 'vitest';
import { isOrderOpen, proposedReadings } from './match-columns.ts';

const column = (
  field: 'time_of_death' | 'date_of_birth' | 'date_of_death' | 'service_date' | 'notes',
  ...values: string[]
) => ({
  field,
  values,
});

it('reads days that show no order as the other columns of the file do, unless these differ', () => {
  const open = column('service_date', '5/6/2019', '7/8/2019');
  const [first, second] = [column('date_of_birth', '25/12/1934'), column('date_of_death', '12/25/2018')];
  expect(proposedReadings([first, open])).toEqual([{ day_order: 'day_first' }, { day_order: 'day_first' }]);
  expect(proposedReadings([first, second, open])[2]).toEqual({});
  expect(proposedReadings([open])).toEqual([{}]);
});

it('reads words and open days as in the last file like it, and days that show their order as they do', () => {
  const before = [
    { field: 'date_of_birth' as const, day_order: 'day_first' as const },
    { field: 'date_of_death' as const, day_order: 'day_first' as const },
  ];
  expect(
    proposedReadings([column('date_of_birth', '12/25/1934'), column('date_of_death', '5/6/2019')], before),
  ).toEqual([{ day_order: 'month_first' }, { day_order: 'day_first' }]);
});

it.each([
  [['5/6/2019'], true],
  [['5/6/2019', '25/6/2019'], false],
  [['5/5/2019', '2019-05-06', '00/00/0000', 'May 6, 2019'], false],
  [['25/6/2019', '6/25/2019', '5/6/2019'], true],
])('says whether the order of %o is open', (values, is) => {
  expect(isOrderOpen(values)).toBe(is);
});

it('finds the clock of a column of times in its values', () => {
  expect(proposedReadings([column('time_of_death', '10:15', '16:40')])).toEqual([{ is_24_hour: true }]);
  expect(proposedReadings([column('time_of_death', '10:15', '2:40')])).toEqual([{}]);
});

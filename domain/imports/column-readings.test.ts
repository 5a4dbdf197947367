import { expect, it } from 'vitest';
import { isOrderOpen, proposedReadings } from './match-columns.ts';

const column = (field: 'time_of_death' | 'date_of_birth' | 'date_of_death' | 'service_date', ...values: string[]) => ({
  ...{ field, values },
});

it("reads days of unclear order like the file's other columns, unless these differ", () => {
  const open = column('service_date', '5/6/2019', '7/8/2019');
  const [first, second] = [column('date_of_birth', '25/12/1934'), column('date_of_death', '12/25/2018')];
  expect(proposedReadings([first, open])).toEqual([{ day_order: 'day_first' }, { day_order: 'day_first' }]);
  expect(proposedReadings([first, second, open])[2]).toEqual({});
  expect(proposedReadings([open])).toEqual([{}]);
});

it('reads words and unclear days as in the last file, and clear days as written', () => {
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
])('reports whether the order of %o is unclear', (values, is) => {
  expect(isOrderOpen(values)).toBe(is);
});

it('detects a 24-hour clock from the times of a column', () => {
  expect(proposedReadings([column('time_of_death', '10:15', '16:40')])).toEqual([{ is_24_hour: true }]);
  expect(proposedReadings([column('time_of_death', '10:15', '2:40')])).toEqual([{}]);
});

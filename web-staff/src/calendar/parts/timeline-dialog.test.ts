import { expect, it } from 'vitest';
import { dayEventWith, needWith } from '../../testing/example-day.ts';
import { linesOf } from './timeline-dialog.tsx';

it('gives each person and vehicle one line with its events, past midnight too', () => {
  const hearse = needWith({ name: 'Hearse 1', confirmed: true });
  const vigil = { id: 'vigil', title: 'Vigil', time: '22:00', end_date: '2026-11-25', end_time: '01:00' };
  const events = [
    dayEventWith({ ...vigil, needs: [hearse, needWith({ kind: 'person' })] }),
    dayEventWith({ needs: [hearse] }),
    dayEventWith({ id: 'untimed', time: '' }),
    dayEventWith({ id: 'other day', date: '2026-11-25' }),
  ];
  const [evening, night] = [
    { from: 17 * 60, to: 19 * 60 },
    { from: 22 * 60, to: 25 * 60 },
  ];
  expect(linesOf(events, '2026-11-24')).toEqual([
    {
      name: 'Events',
      bars: [
        { ...evening, text: 'Visitation', isOpen: false },
        { ...night, text: 'Vigil', isOpen: false },
      ],
    },
    {
      name: 'Hearse 1',
      bars: [
        { ...evening, text: 'Visitation', isOpen: false },
        { ...night, text: 'Vigil', isOpen: false },
      ],
    },
    { name: 'Person not chosen', bars: [{ ...night, text: 'Vigil', isOpen: true }] },
  ]);
});

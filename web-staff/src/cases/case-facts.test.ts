import { describe, expect, it } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { flagsOf, moneyOf, serviceOf, whereNow } from './case-facts.ts';

const flags = (caseRecord: Partial<Case>) => flagsOf(caseRecord as Case).map(({ text }) => text);

it.each([undefined, 'cremation', 'direct_cremation', 'memorial', 'other'] as const)(
  'flags an unanswered pacemaker question before a possible cremation: %s',
  (service_type) => {
    expect(flags({ service_type })).toEqual(['Pacemaker unknown']);
    expect(flags({ service_type, has_pacemaker: false })).toEqual([]);
    expect(flags({ service_type, has_pacemaker: true })).toEqual(['Pacemaker']);
    const removed = { has_pacemaker: true, pacemaker_removed_by: 'Dee Kowalski' };
    expect(flags({ service_type, ...removed })).toEqual(['Pacemaker']);
    expect(flags({ service_type, ...removed, pacemaker_removed_on: '2026-11-20' })).toEqual([]);
  },
);

it.each(['completed', 'cancelled'] as const)('flags no pacemaker question in a case that is %s', (status) =>
  expect(flags({ status })).toEqual([]),
);

it.each(['traditional', 'graveside', 'visitation', 'direct_burial'] as const)(
  'flags no pacemaker question before a burial: %s',
  (service_type) => expect(flags({ service_type })).toEqual([]),
);

it.each([
  ['visitation', 'cremation', ['Pacemaker unknown']],
  ['memorial', 'natural_organic_reduction', ['Pacemaker unknown']],
  ['memorial', 'burial', []],
  ['other', 'entombment', []],
  ['traditional', 'cremation', ['Pacemaker unknown']],
  ['cremation', 'burial', []],
] as const)('flags a pacemaker question by the method after a %s: %s', (service_type, disposition_method, expected) =>
  expect(flags({ service_type, disposition_method })).toEqual(expected),
);

it('flags no pacemaker question for a stillborn child', () => {
  expect(flags({ service_type: 'cremation', stillborn: true })).toEqual([]);
});

it('names the gathering of a cremation case a service, not a cremation', () => {
  expect(serviceOf({ service_type: 'cremation', service_date: '2026-12-02' } as Case).label).toBe('Service');
});

describe('whereNow', () => {
  const today = '2026-11-29';
  const held = { current_body_location: 'Riverside Medical Center' };
  it.each<[string, Partial<Case>, string, string]>([
    [
      'before the cremation',
      { ...held, service_type: 'cremation', cremation_date: today },
      'Now at',
      'Riverside Medical Center',
    ],
    [
      'after the cremation',
      { ...held, service_type: 'cremation', cremation_date: '2026-11-27', crematory_name: 'Ames Cremation Care' },
      'Cremation Fri, Nov 27, 2026',
      'Ames Cremation Care',
    ],
    [
      'after a burial',
      { ...held, service_type: 'graveside', service_date: '2026-11-27', cemetery_name: 'Beth Shalom' },
      'Burial Fri, Nov 27, 2026',
      'Beth Shalom',
    ],
    [
      'after an entombment',
      {
        service_type: 'memorial',
        disposition_method: 'entombment',
        disposition_date: '2026-11-27',
        disposition_place: 'Live Oak',
      },
      'Entombment',
      'Live Oak, Fri, Nov 27, 2026',
    ],
    ['before anything is recorded', { location_of_death: 'Flagler Hospital' }, 'Place of death', 'Flagler Hospital'],
  ])('shows where the body is %s', (_, caseRecord, label, place) => {
    expect(whereNow(caseRecord as Case, today)).toEqual({ label, place });
  });

  it('names the place in care before what the case says', () => {
    expect(whereNow(held as Partial<Case> as Case, today, 'Cooler 2')).toEqual({ label: 'Now at', place: 'Cooler 2' });
  });
});

it.each([
  ['', '0.00', undefined],
  ['', '500.00', { label: 'Deposit', text: '$500.00', of: '· no contract total yet' }],
  ['3690.00', '2210.00', { label: 'Balance', text: '$1,480.00', of: 'of $3,690.00' }],
  ['3690.00', '3700.00', { label: 'Overpayment', text: '$10.00', of: 'of $3,690.00' }],
])('says what is owed or received: contract %s, paid %s', (contract_total, total_paid, expected) => {
  expect(moneyOf({ contract_total, total_paid } as unknown as Case)).toEqual(expected);
});

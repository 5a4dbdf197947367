import { expect, it } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { flagsOf } from './case-facts.ts';

const flags = (kase: Partial<Case>) => flagsOf(kase as Case).map(({ text }) => text);

it.each([undefined, 'cremation', 'direct_cremation', 'memorial', 'other'] as const)(
  'nobody has asked for a pacemaker of somebody who may be cremated: %s',
  (service_type) => {
    expect(flags({ service_type })).toEqual(['Pacemaker not known']);
    expect(flags({ service_type, has_pacemaker: false })).toEqual([]);
    expect(flags({ service_type, has_pacemaker: true })).toEqual(['Pacemaker']);
  },
);

it.each(['completed', 'cancelled'] as const)('nobody is asked about somebody whose case is %s', (status) =>
  expect(flags({ status })).toEqual([]),
);

it.each(['traditional', 'graveside', 'visitation', 'direct_burial'] as const)(
  'it does not matter where the body is buried: %s',
  (service_type) => expect(flags({ service_type })).toEqual([]),
);

import { expect, it } from 'vitest';
import type { Call } from '#domain/contract/client.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { exampleEnvelope } from '../../testing/example-envelope.ts';
import { envelopeQuery } from './queries.ts';

const pauseOf = (changes: Partial<SignatureEnvelope>): unknown => {
  const { refetchInterval } = envelopeQuery(undefined as unknown as Call, 'envelope-1');
  const ask = refetchInterval as (query: object) => unknown;
  return ask({ state: { data: exampleEnvelope(changes) } });
};

it('looks again within seconds where people sign in person, one after the other, and not at all once it is over', () => {
  expect(pauseOf({ delivery: 'in_person', status: 'pending' })).toBe(4000);
  expect(pauseOf({ delivery: 'in_person', status: 'partially_signed' })).toBe(4000);
  expect(pauseOf({ delivery: 'email', status: 'sent' })).toBe(20_000);
  expect(pauseOf({ delivery: 'in_person', status: 'completed' })).toBe(false);
});

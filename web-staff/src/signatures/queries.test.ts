import { expect, it } from 'vitest';
import type { Call } from '#domain/shared/contract/client.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { exampleEnvelope, exampleRecipient } from '../testing/example-envelope.ts';
import { envelopeQuery } from './queries.ts';

const pauseOf = (changes: Partial<SignatureEnvelope>): unknown => {
  const { refetchInterval } = envelopeQuery(undefined as unknown as Call, 'envelope-1');
  const ask = refetchInterval as (query: object) => unknown;
  return ask({ state: { data: exampleEnvelope(changes) } });
};

it('polls within seconds while people sign in person, and not at all at the end', () => {
  const [mailed, here] = [exampleRecipient('Ana', 'sent'), exampleRecipient('Rob', 'pending')];
  const recipients = [mailed, { ...here, delivery: 'in_person' as const }];
  expect(pauseOf({ recipients, status: 'pending' })).toBe(4000);
  expect(pauseOf({ recipients, status: 'partially_signed' })).toBe(4000);
  expect(pauseOf({ recipients: [mailed], status: 'sent' })).toBe(20_000);
  expect(pauseOf({ recipients, status: 'completed' })).toBe(false);
});

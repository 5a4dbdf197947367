import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleEndpoint } from '#tests/support/calls/through.ts';
import { identityOf } from './request-identity.ts';

const endpoint = exampleEndpoint({ idempotent: true });
const keyOf = (changes: Parameters<typeof exampleCall>[1], one = endpoint) =>
  identityOf(exampleCall(one, { actor: exampleActor(), body: {}, ...changes }), 'key', '/api/examples/1/')?.key;

describe('identityOf', () => {
  it('differs for another staff member with the same Idempotency-Key', () => {
    const colleague = exampleActor({ id: '0190a000-0000-7000-8000-0000000000ff' });
    expect(keyOf({})).toBe(keyOf({}));
    expect(keyOf({ actor: colleague })).not.toBe(keyOf({}));
    expect(keyOf({ actor: undefined })).not.toBe(keyOf({}));
  });

  it('differs for another endpoint under the same key', () => {
    expect(keyOf({}, { ...endpoint, path: '/api/others/{id}/' })).not.toBe(keyOf({}));
  });
});

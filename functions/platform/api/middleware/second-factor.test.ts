import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { secondFactor } from '../api.ts';

const as = (state: 'optional' | 'missing' | 'confirmed', row = exampleRow()) =>
  through(secondFactor(), { call: exampleCall(row, { actor: exampleActor({ secondFactor: state }) }) });

describe('S-08 second factor middleware', () => {
  it('rejects a missing second factor with a message and a code', async () => {
    await expect(as('missing')).rejects.toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  });

  it('accepts a used or unrequired factor, its setup endpoints, and public calls', async () => {
    await expect(as('optional')).resolves.toEqual({});
    await expect(as('confirmed')).resolves.toEqual({});
    await expect(as('missing', exampleRow({ allowedBeforeMfa: true }))).resolves.toEqual({});
    await expect(through(secondFactor(), { call: exampleCall(exampleRow({ permission: 'public' })) })).resolves.toEqual(
      {},
    );
  });
});

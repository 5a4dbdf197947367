import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { secondFactor } from '../api.ts';

const as = (state: 'optional' | 'missing' | 'confirmed', row = exampleRow()) =>
  through(secondFactor(), { call: exampleCall(row, { actor: exampleActor({ secondFactor: state }) }) });

describe('S-08 the second factor', () => {
  it('stops whose is missing, in words and with a code for programs', async () => {
    await expect(as('missing')).rejects.toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  });

  it('lets pass whose is seen or not asked for, what leads to it, and the public', async () => {
    await expect(as('optional')).resolves.toEqual({});
    await expect(as('confirmed')).resolves.toEqual({});
    await expect(as('missing', exampleRow({ allowedBeforeMfa: true }))).resolves.toEqual({});
    await expect(through(secondFactor(), { call: exampleCall(exampleRow({ permission: 'public' })) })).resolves.toEqual(
      {},
    );
  });
});

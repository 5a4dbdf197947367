import { describe, expect, it } from 'vitest';
import { hasPermission, roles } from '#domain/shared/access/roles.ts';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { permission } from '../api.ts';

describe('S-03 permission middleware', () => {
  it.each(roles)('permits %s as the role table says', async (role) => {
    for (const may of ['customer:read', 'customer:merge', 'organization:edit'] as const) {
      const passage = through(permission(), {
        call: exampleCall(exampleRow({ permission: may }), { actor: exampleActor({ role }) }),
      });
      if (hasPermission({ role }, may)) await expect(passage).resolves.toEqual({});
      else await expect(passage).rejects.toMatchObject({ kind: 'forbidden', message: `needs ${may}` });
    }
  });

  it('skips public calls and rejects calls without a session', async () => {
    await expect(through(permission(), { call: exampleCall(exampleRow({ permission: 'public' })) })).resolves.toEqual(
      {},
    );
    await expect(through(permission(), { call: exampleCall(exampleRow()) })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

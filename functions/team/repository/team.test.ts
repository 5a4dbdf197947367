import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Query, Table } from '#functions/platform/store/table.ts';
import { createTeamRepository } from './team.ts';

describe('invitations of an organization', () => {
  it('returns a limited number of invitations, newest first', async () => {
    const asked: Query[] = [];
    const query = async (wanted: Query) => {
      asked.push(wanted);
      return [];
    };
    const table = { query } as unknown as Table;
    await createTeamRepository(table, keysOf('organization')).invitations();
    expect(asked).toMatchObject([{ newestFirst: true, limit: 1_000 }]);
  });
});

import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';

const lastsSeconds = 3600;

/** Started exports, whose later pages name them for an hour. */
export const createExportRepository = (table: Table, keys: Keys) => ({
  begin: (id: string, profileId: string, now: Date): Write => ({
    put: { ...keys.export(id), profile_id: profileId, expires_at: Math.floor(now.getTime() / 1000) + lastsSeconds },
    when: 'absent',
  }),
  async belongsTo(id: string, profileId: string, now: Date): Promise<boolean> {
    const item = await table.get(keys.export(id));
    return item?.profile_id === profileId && Number(item.expires_at) > now.getTime() / 1000;
  },
});

export const exports = { grants: ['table:exports'], in: createExportRepository } as const satisfies Repository;

import * as z from 'zod';
import { type CasePresence, presenceTimeoutSeconds } from '#domain/cases/case.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

const Here = z.object({
  id: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  since: z.string(),
  expires_at: z.number(),
});

/** More people than these do not sit at one case. */
const maxShown = 20;

/** Who has a case open: items that run out by themselves, outside of every trail and list. */
export const casePresence = {
  grants: ['table:cases'],
  in: (table: Table, keys: Keys) => ({
    /** Somebody is still there, or has just come. */
    async stay(caseId: string, person: { id: string; name: string }, section: string | null, now: Date): Promise<void> {
      const seconds = Math.floor(now.getTime() / 1000);
      const known = await table.get(keys.present(caseId, person.id));
      const since = known && Number(known.expires_at) > seconds ? String(known.since) : now.toISOString();
      await table.update({
        update: keys.present(caseId, person.id),
        set: { id: person.id, name: person.name, section, since, expires_at: seconds + presenceTimeoutSeconds },
      });
    },
    leave: (caseId: string, profileId: string): Promise<void> =>
      table.transact([{ delete: keys.present(caseId, profileId) }]),
    /** Everybody else who is there, whoever came first in front. */
    async others(caseId: string, profileId: string, now: Date): Promise<CasePresence['others']> {
      const items = await table.query({ pk: keys.presence(caseId), consistent: false, limit: 100 });
      return items
        .map((item) => Here.parse(item))
        .filter(({ id, expires_at }) => id !== profileId && expires_at > now.getTime() / 1000)
        .sort((a, b) => a.since.localeCompare(b.since))
        .slice(0, maxShown)
        .map(({ expires_at: _until, ...person }) => person);
    },
  }),
} as const satisfies Repository;

import * as z from 'zod';
import { type Archive, archiveHours, archiveMessages, archiveStates } from '#domain/exports/archive.endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';

/** An organization's archive: requester and progress, no personal data. */
export const archiveSchema = storedSchema({
  kind: 'archive',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    state: z.enum(archiveStates),
    asked_at: z.string(),
    asked_by_name: z.string(),
    ready_at: z.string().nullable(),
    size: z.number(),
    records: z.number(),
    files: z.number(),
    /** Expiry in DynamoDB, in seconds. */
    expires_at: z.number(),
  }),
});
export type ArchiveRecord = z.output<typeof archiveSchema.schema>;

const archivesIn = (table: Table, keys: Keys) => ({
  async all(): Promise<ArchiveRecord[]> {
    const between = ['ARCHIVE#', prefixEnd('ARCHIVE#')] as const;
    const items = await table.query({ pk: keys.archives(), between, newestFirst: true });
    return items.map((item) => archiveSchema.parse(item));
  },
  ...recordReads(table, archiveSchema.parse, keys.archive),
  create: (record: ArchiveRecord): Write => ({
    put: archiveSchema.item(keys.archive(record.id), record),
    when: 'absent',
  }),
  /** Returns the id of the last requested archive. */
  async last(): Promise<string | undefined> {
    const item = await table.get(keys.lastArchive());
    return item && String(item.archive_id);
  },
  /** Writes that this archive is the last one; fails if another request came first. */
  follows: ({ id, expires_at }: ArchiveRecord, last: string | undefined): Write => ({
    put: { ...keys.lastArchive(), archive_id: id, expires_at },
    when: last === undefined ? 'absent' : { equals: { archive_id: last } },
    refused: () => new AppError('conflict', { detail: archiveMessages.underWay }),
  }),
  /** Writes `next` if `before` is unchanged. */
  change: (before: ArchiveRecord, next: ArchiveRecord): Write => ({
    put: archiveSchema.item(keys.archive(next.id), { ...next, version: before.version + 1 }),
    ...ifUnchanged(before),
  }),
});
export type Archives = ReturnType<typeof archivesIn>;

export const archives = { grants: ['table:archives'], in: archivesIn } as const satisfies Repository;

export const archivesOf = (table: Table, organizationId: string): Archives => archivesIn(table, keysOf(organizationId));

/** Returns until when an archive can be downloaded; null before it is ready. */
export const availableUntil = ({ ready_at }: Pick<ArchiveRecord, 'ready_at'>): string | null =>
  ready_at && new Date(Date.parse(ready_at) + archiveHours * 3_600_000).toISOString();

export const presentArchive = (record: ArchiveRecord, now: Date): Archive => {
  const available_until = availableUntil(record);
  const isOver = available_until !== null && available_until <= now.toISOString();
  return { ...record, available_until, state: isOver ? 'over' : record.state };
};

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

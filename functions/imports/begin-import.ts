import { v7 as uuid } from 'uuid';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { waitingDays } from '#domain/imports/import.schema.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type ImportRecord, imports } from './repository.ts';
import { expiryAfter, presentImport } from './shared/present-import.ts';

/** Nothing is on record yet: that is when lines are brought in. */
export const beginImport = handler(importEndpoints.begin, { imports }, async ({ body }, { db, work, actor, now }) => {
  const record: ImportRecord = {
    ...{ id: uuid({ msecs: now.getTime() }), organization_id: actor.organizationId, version: 1 },
    ...{ ...body, state: 'receiving', received: 0, parts: 0, looked_parts: 0, gone_parts: 0, looked: 0 },
    ...{ gone_through: 0, counts: { new: 0, known: 0, doubtful: 0, refused: 0, with_notes: 0 }, bring_doubtful: false },
    ...{ brought: 0, removed: 0, kept: 0, begun_at: now.toISOString(), begun_by_name: actor.name },
    ...{ run_at: null, run_by_name: null, finished_at: null, undone_at: null, undone_by_name: null },
    expires_at: expiryAfter(now, waitingDays),
  };
  return work.add(db.imports.create(record)).finish(presentImport(record));
});

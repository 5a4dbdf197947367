import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { writesPerCommit } from '#domain/imports/import.schema.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { imports } from './repository.ts';

/** The lines go first, from the last on; cut off in between, the import is there to be discarded again. */
export const discardImport = handler(importEndpoints.discard, { imports }, async ({ params }, { db, work }) => {
  for (;;) {
    const isGone = await work.attempt(
      () => db.imports.require(params.id),
      async (record) => {
        if (record.run_at) throw new AppError('conflict', { detail: importMessages.begun });
        const left = Math.max(0, record.parts - writesPerCommit);
        for (let part = left; part < record.parts; part++) work.add(db.imports.removePart(record.id, part));
        const cut = { ...record, state: 'discarding' as const, parts: left };
        await work.add(left ? db.imports.change(record, cut) : db.imports.remove(record)).step();
        return left === 0;
      },
    );
    if (isGone) return { success: true as const };
  }
});

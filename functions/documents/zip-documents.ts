import { v7 as uuid } from 'uuid';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { caseHeaders } from '#functions/cases/repository/cases.ts';
import type { DocumentZipRecord } from '#functions/documents/repository/document-record.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { newZip } from './shared/new-zip.ts';

/** A worker makes the file: it may be gigabytes, and no call waits so long. */
export const zipDocuments = handler(
  documentEndpoints.zip,
  { cases: caseHeaders, documents },
  async ({ body }, { db, work, actor, now }) => {
    const { case_id } = body;
    const [{ case_number }, all] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
    const answer = ({ id, state, count, size }: DocumentZipRecord) => ({
      ...{ id, case_id, state, count, size },
      download_url: null,
    });
    const running = await db.documents.runningZip(case_id, now);
    if (running) return work.finish(answer(running));
    const ready = all.filter(({ status, deleted_at }) => status === 'ready' && deleted_at === null);
    if (ready.length === 0) throw new AppError('conflict', { detail: documentMessages.nothingToZip });
    const id = uuid({ msecs: now.getTime() });
    const record = newZip(
      { id, organization_id: actor.organizationId, case_id, case_number, count: ready.length },
      now,
    );
    return work
      .add(...db.documents.createZip(record, now))
      .audit('document.zipped', case_id, [{ field: 'documents.count', from: null, to: ready.length }])
      .announce('document.zip-requested', case_id, { zip_id: id, case_id })
      .finish(answer(record));
  },
);

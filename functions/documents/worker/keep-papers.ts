import { archivedPrintouts } from '#domain/documents/printing/paper.ts';
import { isNotFound } from '#domain/shared/contract/errors.ts';
import { type PrintRequest, preparePaper, printoutKey } from '#functions/documents/printing/shared/prepare-paper.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { printed } from '#functions/documents/repository/print-sources.ts';
import { pdfOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import {
  isKept,
  type MakerDependencies,
  madeDocumentId,
  storeGeneratedDocument,
} from '#functions/documents/shared/start-upload.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';

/** Stores a paper as a document of its case, once per content; nothing if its records were deleted. */
const keep = async (
  dependencies: MakerDependencies,
  organizationId: string,
  request: PrintRequest,
  { trace }: WorkerRun,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const { table } = dependencies;
  const prepared = await preparePaper(printed.in(table, keys), request).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (prepared?.caseId === undefined) return;
  const { name, paper, caseId } = prepared;
  const of = { organizationId, caseId, ...printoutKey(request, paper) };
  if (isKept(await createDocumentRepository(table, keys).find(madeDocumentId(of)))) return;
  await storeGeneratedDocument(dependencies, {
    ...of,
    name,
    type: 'application/pdf',
    kind: archivedPrintouts[request.paper],
    bytes: await pdfOf(paper),
    trace,
  }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
};

/** Returns the worker `kept-papers`, which stores what was printed of a case among its documents. */
export const printoutHandlers = (dependencies: MakerDependencies): EventHandlers => {
  const statement = (
    { envelope }: Delivery<'statement.finalized'> | Delivery<'statement.accepted'>,
    run: WorkerRun,
  ): Promise<void> => {
    const { statement_id: of, case_id } = envelope.payload;
    return keep(dependencies, envelope.organization_id, { paper: 'statement', of, case_id }, run);
  };
  return {
    'paper.printed': ({ envelope }, run) => keep(dependencies, envelope.organization_id, envelope.payload, run),
    'statement.finalized': statement,
    'statement.accepted': statement,
  };
};

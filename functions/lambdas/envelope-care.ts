import { createWorker } from '#functions/kernel/worker.ts';
import { onCaseCancelled, onCaseDeleted } from '#functions/workers/envelopes/end-with-case.ts';
import { onDocumentAdded, onStatementFinalized } from '#functions/workers/envelopes/mark-superseded.ts';
import { prepareEnvelope } from '#functions/workers/envelopes/prepare-envelope.ts';
import { table as makeTable } from './parts/table.ts';
import { keyWrapper, logger, now, queue } from './parts.ts';

const table = makeTable();
const dependencies = { table, keyWrapper: keyWrapper(), now };
const prepare = prepareEnvelope(dependencies);

export const handler = createWorker(
  {
    'submission.converted': prepare,
    'first-call.converted': prepare,
    'statement.finalized': onStatementFinalized(dependencies),
    'document.added': onDocumentAdded(dependencies),
    'case.cancelled': onCaseCancelled(dependencies),
    'case.deleted': onCaseDeleted(dependencies),
  },
  { logger, queue: queue(), now },
);

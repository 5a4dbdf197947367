import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import { onStatementSigned } from './accept-signed-statement.ts';
import type { EnvelopeCareDependencies } from './envelope-care-dependencies.ts';
import { onDocumentAdded, onStatementFinalized } from './mark-superseded.ts';
import { onCaseCancelled, onCaseDeleted } from './on-case-closed.ts';
import { prepareEnvelope } from './prepare-envelope.ts';

/** What the worker `envelope-care` does on each event of its queue: what becomes of envelopes with their case. */
export const envelopeCareHandlers = (dependencies: EnvelopeCareDependencies) => {
  const prepare = prepareEnvelope(dependencies);
  return {
    'submission.converted': prepare,
    'first-call.converted': prepare,
    'statement.finalized': onStatementFinalized(dependencies),
    'envelope.signed': onStatementSigned(dependencies),
    'document.added': onDocumentAdded(dependencies),
    'case.cancelled': onCaseCancelled(dependencies),
    'case.deleted': onCaseDeleted(dependencies),
  } satisfies EventHandlers;
};

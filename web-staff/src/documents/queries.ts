import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import type { DocumentList } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../api/calls.ts';
import { documentKeys } from './keys.ts';

const soonMs = 1_500;
/** A long scan is polled less often. */
const laterMs = 30_000;
/** Documents also appear without the user: a finalized Statement, a signed form, a colleague's upload. */
const arrivalsMs = 10_000;

const untilChecked = (list: DocumentList | undefined): number | false => {
  const checking = list?.results.filter((one) => one.state === 'checking') ?? [];
  if (checking.length === 0) return false;
  return checking.some(({ note }) => note === documentMessages.checking) ? soonMs : laterMs;
};

export const documentsQuery = (call: Call, caseId: string) =>
  callQuery(call, documentEndpoints.list, { query: { case_id: caseId } }, documentKeys.ofCase(caseId), {
    staleTime: 0,
    refetchInterval: ({ state }) => untilChecked(state.data),
  });

export const watchedDocumentsQuery = (call: Call, caseId: string) => ({
  ...documentsQuery(call, caseId),
  refetchInterval: ({ state }: { state: { data: DocumentList | undefined } }) => untilChecked(state.data) || arrivalsMs,
});

export const reportPapersQuery = (call: Call, submissionId: string) =>
  callQuery(call, documentEndpoints.ofReport, { params: { id: submissionId } }, documentKeys.ofReport(submissionId), {
    staleTime: 0,
    refetchInterval: ({ state }) => untilChecked(state.data),
  });

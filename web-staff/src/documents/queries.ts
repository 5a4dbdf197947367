import { queryOptions } from '@tanstack/react-query';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import type { DocumentList } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { documentKeys } from './keys.ts';

const soonMs = 1_500;
/** A scan that takes long is looked after less often. */
const laterMs = 30_000;
/** Papers also come by themselves: a Statement once it is made, a signed form, what a colleague hands in. */
const arrivalsMs = 10_000;

const untilChecked = (list: DocumentList | undefined): number | false => {
  const checking = list?.results.filter((one) => one.state === 'checking') ?? [];
  if (checking.length === 0) return false;
  return checking.some(({ note }) => note === documentMessages.checking) ? soonMs : laterMs;
};

/** The documents of a case; while one is being checked they are looked at again by themselves. */
export const documentsQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: documentKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(documentEndpoints.list, { query: { case_id: caseId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => untilChecked(state.data),
  });

/** The same for who has the list of them open. */
export const watchedDocumentsQuery = (call: Call, caseId: string) => ({
  ...documentsQuery(call, caseId),
  refetchInterval: ({ state }: { state: { data: DocumentList | undefined } }) => untilChecked(state.data) || arrivalsMs,
});

/** The papers that a family sent with its report, in the same way. */
export const reportPapersQuery = (call: Call, submissionId: string) =>
  queryOptions({
    queryKey: documentKeys.ofReport(submissionId),
    queryFn: ({ signal }) => call(documentEndpoints.ofReport, { params: { id: submissionId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => untilChecked(state.data),
  });

import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { documentKeys } from './keys.ts';

const soonMs = 1_500;
/** A scan that takes long is looked after less often. */
const laterMs = 30_000;

/** The documents of a case; while one is being checked they are looked at again by themselves. */
export const documentsQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: documentKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(documentEndpoints.list, { query: { case_id: caseId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const checking = state.data?.results.filter((one) => one.state === 'checking') ?? [];
      if (checking.length === 0) return false;
      return checking.some(({ note }) => note === documentMessages.checking) ? soonMs : laterMs;
    },
  });

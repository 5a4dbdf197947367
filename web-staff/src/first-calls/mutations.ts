import { useMutation, useQueryClient } from '@tanstack/react-query';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import {
  type FirstCall,
  type FirstCallRow,
  firstCallRow,
  type RemovalStep,
} from '#domain/first-calls/first-call.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { firstCallKeys } from './keys.ts';

export type FirstCallSaved = NonNullable<CallInput<typeof firstCallEndpoints.autoSave>['body']>;
export type KinBody = NonNullable<CallInput<typeof firstCallEndpoints.addNok>['body']>;
type Conversion = NonNullable<CallInput<typeof firstCallEndpoints.convertToCase>['body']>;

const rowOf = (sheet: FirstCall): FirstCallRow => ({
  ...firstCallRow(sheet, sheet, sheet.next_of_kins[0]),
  funeral_home_name: sheet.funeral_home_name,
});

const useShowSheet = () => {
  const client = useQueryClient();
  return (sheet: FirstCall) => {
    showRow(client, firstCallKeys.lists, rowOf(sheet));
    showRecord(client, firstCallKeys.one(sheet.id), sheet);
    void readAgain(client, 'figures');
  };
};

const useDropSheets = () => {
  const client = useQueryClient();
  return (ids: readonly string[]) => {
    dropRows(client, firstCallKeys.lists, ids);
    void readAgain(client, 'figures');
  };
};

export const useAutoSaveFirstCall = () =>
  useChange(
    (call, { body, idempotencyKey }: { body: FirstCallSaved; idempotencyKey?: string | undefined }) =>
      call(firstCallEndpoints.autoSave, { body }, idempotencyKey ? { idempotencyKey } : {}),
    useShowSheet(),
  );

/** Records that the removal team left or arrived, or that it did not. */
export const useRecordRemoval = (id: string) =>
  useChange(
    (call, body: RemovalStep) => call(firstCallEndpoints.recordRemoval, { params: { id }, body }),
    useShowSheet(),
  );

export const useActivateFirstCall = () =>
  useChange(
    (call, id: string) => call(firstCallEndpoints.update, { params: { id }, body: { status: 'active' } }),
    useShowSheet(),
  );

interface KinChange {
  nokId?: string | undefined;
  body?: KinBody | undefined;
  /** Prevents a second one after a lost response. */
  idempotencyKey?: string | undefined;
}

export const useChangeKin = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const show = useShowSheet();
  return useMutation({
    mutationFn: async ({ nokId, body, idempotencyKey }: KinChange) => {
      if (!body) await call(firstCallEndpoints.removeNok, { params: { id, nokId: nokId ?? '' } });
      else if (!nokId) await call(firstCallEndpoints.addNok, { params: { id }, body }, { idempotencyKey });
      else await call(firstCallEndpoints.replaceNok, { params: { id, nokId }, body });
      // An older request would return an outdated sheet.
      await client.cancelQueries({ queryKey: firstCallKeys.one(id), exact: true });
      return client.fetchQuery({
        queryKey: firstCallKeys.one(id),
        queryFn: () => call(firstCallEndpoints.get, { params: { id } }),
        staleTime: 0,
      });
    },
    onSuccess: show,
  });
};

export const useDeleteFirstCalls = () => {
  const drop = useDropSheets();
  return useChange(
    (call, ids: readonly string[]) => call(firstCallEndpoints.bulkDelete, { body: { sheet_ids: [...ids] } }),
    (_, ids) => drop(ids),
  );
};

export const useDeleteFirstCall = (id: string) => {
  const drop = useDropSheets();
  return useChange(
    (call) => call(firstCallEndpoints.delete, { params: { id } }),
    () => drop([id]),
  );
};

export const useConvertFirstCall = (id: string) =>
  useChange(
    (call, body: Conversion) => call(firstCallEndpoints.convertToCase, { params: { id }, body }),
    ({ case_id, case_number }, _, client) => {
      const sheet = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      if (sheet) showRow(client, firstCallKeys.lists, { ...rowOf(sheet), status: 'converted', case_id, case_number });
      void readAgain(client, 'first-call.converted');
    },
  );

export const useAttachFirstCall = (id: string) =>
  useChange(
    (call, caseId: string) => call(firstCallEndpoints.attachToCase, { params: { id }, body: { case: caseId } }),
    ({ case_id, case_number }, _, client) => {
      const sheet = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      if (sheet) showRow(client, firstCallKeys.lists, { ...rowOf(sheet), status: 'converted', case_id, case_number });
      void readAgain(client, 'case.attached', case_id);
    },
  );

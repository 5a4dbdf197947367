import { useMutation, useQueryClient } from '@tanstack/react-query';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { FirstCall, FirstCallRow, RemovalStep } from '#domain/first-calls/first-call.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { firstCallKeys } from './keys.ts';

export type FirstCallSaved = NonNullable<CallInput<typeof firstCallEndpoints.autoSave>['body']>;
export type KinBody = NonNullable<CallInput<typeof firstCallEndpoints.addNok>['body']>;
type Conversion = NonNullable<CallInput<typeof firstCallEndpoints.convertToCase>['body']>;

export const firstCallRowOf = (sheet: FirstCall): FirstCallRow => {
  const [nextOfKin] = sheet.next_of_kins;
  return {
    ...pick(sheet, ['id', 'created_at', 'updated_at', 'status', 'deceased_full_name', 'case_id', 'case_number']),
    ...pick(sheet, ['funeral_home_id', 'funeral_home_name', 'removal_left_at', 'removal_arrived_at']),
    deceased_last_name: sheet.deceased_last_name ?? '',
    date_of_birth: sheet.date_of_birth ?? '',
    date_of_death: sheet.date_of_death ?? '',
    time_of_death: sheet.time_of_death ?? '',
    place_of_death: sheet.place_of_death ?? '',
    next_of_kin_name: fullName(nextOfKin?.first_name, nextOfKin?.last_name),
    next_of_kin_relationship: nextOfKin?.relationship ?? '',
    next_of_kin_phone: nextOfKin?.phone ?? '',
    call_taken_by: sheet.call_taken_by ?? '',
    removal_expected_at: sheet.removal_expected_at ?? '',
  };
};

const useShowSheet = () => {
  const client = useQueryClient();
  return (sheet: FirstCall) => {
    showRow(client, firstCallKeys.lists, firstCallRowOf(sheet));
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

export const useAutoSaveFirstCall = () => {
  const call = useApi();
  const show = useShowSheet();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: FirstCallSaved; idempotencyKey?: string | undefined }) =>
      call(firstCallEndpoints.autoSave, { body }, idempotencyKey ? { idempotencyKey } : {}),
    onSuccess: show,
  });
};

/** Records that the removal team left or arrived, or that it did not. */
export const useRecordRemoval = (id: string) => {
  const call = useApi();
  const show = useShowSheet();
  return useMutation({
    mutationFn: (body: RemovalStep) => call(firstCallEndpoints.recordRemoval, { params: { id }, body }),
    onSuccess: show,
  });
};

export const useActivateFirstCall = () => {
  const call = useApi();
  const show = useShowSheet();
  return useMutation({
    mutationFn: (id: string) => call(firstCallEndpoints.update, { params: { id }, body: { status: 'active' } }),
    onSuccess: show,
  });
};

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
  const call = useApi();
  const drop = useDropSheets();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(firstCallEndpoints.bulkDelete, { body: { sheet_ids: [...ids] } }),
    onSuccess: (_, ids) => drop(ids),
  });
};

export const useDeleteFirstCall = (id: string) => {
  const call = useApi();
  const drop = useDropSheets();
  return useMutation({
    mutationFn: () => call(firstCallEndpoints.delete, { params: { id } }),
    onSuccess: () => drop([id]),
  });
};

export const useConvertFirstCall = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Conversion) => call(firstCallEndpoints.convertToCase, { params: { id }, body }),
    onSuccess: ({ case_id, case_number }) => {
      const sheet = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      if (sheet)
        showRow(client, firstCallKeys.lists, { ...firstCallRowOf(sheet), status: 'converted', case_id, case_number });
      void readAgain(client, 'first-call.converted');
    },
  });
};

export const useAttachFirstCall = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (caseId: string) => call(firstCallEndpoints.attachToCase, { params: { id }, body: { case: caseId } }),
    onSuccess: ({ case_id, case_number }) => {
      const sheet = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      if (sheet)
        showRow(client, firstCallKeys.lists, { ...firstCallRowOf(sheet), status: 'converted', case_id, case_number });
      void readAgain(client, 'case.attached', case_id);
    },
  });
};

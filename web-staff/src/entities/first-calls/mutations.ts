import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { showOpened } from '../cases/show-opened.ts';
import { follow } from '../follows.ts';
import { keepNewer } from '../keep-newer.ts';
import { firstCallKeys } from './keys.ts';
import { firstCallRowOf, ownFirstCalls } from './own-first-calls.ts';

export type FirstCallSaved = NonNullable<CallInput<typeof firstCallEndpoints.autoSave>['body']>;
type Patch = NonNullable<CallInput<typeof firstCallEndpoints.update>['body']>;
export type KinBody = NonNullable<CallInput<typeof firstCallEndpoints.addNok>['body']>;
type Conversion = NonNullable<CallInput<typeof firstCallEndpoints.convertToCase>['body']>;

/** Without a connection a call fails at once and says so, and does not wait in silence for one. */
const alwaysTried = { networkMode: 'always' } as const;

/** Shows a sheet wherever it is looked for, and lets the lists be read again behind that. */
const useKeepSheet = () => {
  const client = useQueryClient();
  return (sheet: FirstCall) => {
    const known = client.getQueryData<FirstCall>(firstCallKeys.one(sheet.id));
    if (known) ownFirstCalls.changed(client, firstCallRowOf(sheet), firstCallRowOf(known));
    else ownFirstCalls.created(client, firstCallRowOf(sheet));
    keepNewer(client, firstCallKeys.one(sheet.id), sheet);
    return follow(client, 'first-call.changed');
  };
};

/** The changed fields of a sheet, while somebody types. */
export const useAutoSaveFirstCall = () => {
  const call = useApi();
  const keep = useKeepSheet();
  return useMutation({
    ...alwaysTried,
    mutationFn: ({ body, idempotencyKey }: { body: FirstCallSaved; idempotencyKey?: string | undefined }) =>
      call(firstCallEndpoints.autoSave, { body }, idempotencyKey ? { idempotencyKey } : {}),
    onSuccess: (sheet) => void keep(sheet),
  });
};

/** Makes a whole draft active. */
export const useActivateFirstCall = () => {
  const call = useApi();
  const keep = useKeepSheet();
  return useMutation({
    ...alwaysTried,
    mutationFn: (id: string) => call(firstCallEndpoints.update, { params: { id }, body: { status: 'active' } }),
    onSuccess: (sheet) => void keep(sheet),
  });
};

export const useUpdateFirstCall = (id: string) => {
  const call = useApi();
  const keep = useKeepSheet();
  return useMutation({
    mutationFn: (body: Patch) => call(firstCallEndpoints.update, { params: { id }, body }),
    onSuccess: keep,
  });
};

interface KinChange {
  nokId?: string | undefined;
  /** Undefined takes the next of kin off the list. */
  body?: KinBody | undefined;
  /** Of one who is added: an answer that was lost adds nobody twice. */
  idempotencyKey?: string | undefined;
}

/** Adds a next of kin, replaces one, or takes one off the list; answers the sheet as it is then. */
export const useChangeKin = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const keep = useKeepSheet();
  return useMutation({
    mutationFn: async ({ nokId, body, idempotencyKey }: KinChange) => {
      if (!body) await call(firstCallEndpoints.removeNok, { params: { id, nokId: nokId ?? '' } });
      else if (!nokId) await call(firstCallEndpoints.addNok, { params: { id }, body }, { idempotencyKey });
      else await call(firstCallEndpoints.replaceNok, { params: { id, nokId }, body });
      // One that began before would be taken for the one that is asked for here.
      await client.cancelQueries({ queryKey: firstCallKeys.one(id), exact: true });
      return client.fetchQuery({
        queryKey: firstCallKeys.one(id),
        queryFn: () => call(firstCallEndpoints.get, { params: { id } }),
        staleTime: 0,
      });
    },
    onSuccess: keep,
  });
};

export const useDeleteFirstCalls = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(firstCallEndpoints.bulkDelete, { body: { sheet_ids: [...ids] } }),
    onSuccess: (_, ids) => {
      for (const id of ids) ownFirstCalls.gone(client, id);
      return follow(client, 'first-call.changed');
    },
  });
};

export const useDeleteFirstCall = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(firstCallEndpoints.delete, { params: { id } }),
    onSuccess: () => {
      const known = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      ownFirstCalls.gone(client, id, known && firstCallRowOf(known));
      return follow(client, 'first-call.changed');
    },
  });
};

export const useConvertFirstCall = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Conversion) => call(firstCallEndpoints.convertToCase, { params: { id }, body }),
    // Nobody waits for lists on the way to the case.
    onSuccess: ({ case_id, case_number }) => {
      const sheet = client.getQueryData<FirstCall>(firstCallKeys.one(id));
      if (sheet) ownFirstCalls.changed(client, { ...firstCallRowOf(sheet), status: 'converted', case_id, case_number });
      void showOpened(client, call, case_id);
      void follow(client, 'first-call.converted');
    },
  });
};

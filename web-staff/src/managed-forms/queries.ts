import { useMutation, useQueryClient } from '@tanstack/react-query';
import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { funeralHomeKeys } from '../organizations/homes/keys.ts';
import { managedFormKeys } from './keys.ts';

export const managedFormsQuery = (call: Call, homeId: string) =>
  callQuery(call, managedFormEndpoints.list, { query: { funeral_home: homeId } }, managedFormKeys.ofHome(homeId));

export const managedFormQuery = (call: Call, id: string) =>
  callQuery(call, managedFormEndpoints.get, { params: { id } }, managedFormKeys.one(id));

/** A published version never changes. */
export const managedFormVersionQuery = (call: Call, id: string, number: number) =>
  callQuery(
    call,
    managedFormEndpoints.version,
    { params: { id, number: String(number) } },
    managedFormKeys.version(id, number),
    { staleTime: Number.POSITIVE_INFINITY },
  );

const useChanged = () => {
  const client = useQueryClient();
  return (form: ManagedForm) => {
    client.setQueryData(managedFormKeys.one(form.id), form);
    void client.invalidateQueries({ queryKey: funeralHomeKeys.history(form.funeral_home_id) });
    return client.invalidateQueries({ queryKey: managedFormKeys.ofHome(form.funeral_home_id) });
  };
};

type NewManagedFormBody = NonNullable<CallInput<typeof managedFormEndpoints.create>['body']>;
export type ManagedFormBody = NonNullable<CallInput<typeof managedFormEndpoints.update>['body']>;
export type FormAction = 'publish' | 'unpublish' | 'archive';

export const useCreateManagedForm = () =>
  useChange(
    (call, { body, idempotencyKey }: { body: NewManagedFormBody; idempotencyKey: string }) =>
      call(managedFormEndpoints.create, { body }, { idempotencyKey }),
    useChanged(),
  );

const useFormCall = <Input>(id: string, ask: (call: Call, input: Input) => Promise<ManagedForm>) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => ask(call, input),
    // A running query could show an old response over the new state.
    onMutate: () => client.cancelQueries({ queryKey: managedFormKeys.one(id) }),
    onSuccess: useChanged(),
  });
};

export const useUpdateManagedForm = (id: string) =>
  useFormCall(id, (call, body: ManagedFormBody) => call(managedFormEndpoints.update, { params: { id }, body }));

export const useFormAction = (id: string) =>
  useFormCall(id, (call, { action, version }: { action: FormAction; version: number }) =>
    call(managedFormEndpoints[action], { params: { id }, body: { version } }),
  );

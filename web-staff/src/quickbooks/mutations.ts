import { useMutation, useQueryClient } from '@tanstack/react-query';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { useChange } from '../api/calls.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { quickBooksKeys } from './keys.ts';

/** A call after which everything of QuickBooks is read again; it is pending until then, unless `inBackground`. */
const useQuickBooksMutation = <Result, Variables = void>(
  send: (call: Call, variables: Variables) => Promise<Result>,
  { inBackground = false }: { inBackground?: boolean } = {},
) =>
  useChange(
    (call, variables: Variables) => send(call, variables),
    (_, __, client) => {
      const read = client.invalidateQueries({ queryKey: quickBooksKeys.all });
      return inBackground ? undefined : read;
    },
    { onError: toastFailure },
  );

export const useDisconnect = (company: string | undefined) =>
  // The page of an additional company no longer exists.
  useQuickBooksMutation((call) => call(quickBooksEndpoints.disconnect, { query: { company } }), { inBackground: true });

export const useSendMissing = (company: string | undefined) =>
  useQuickBooksMutation((call) => call(quickBooksEndpoints.trigger, { query: { company } }), { inBackground: true });

/** With `waits`, it is pending until the entries are read again. */
export const useSendAgain = ({ waits }: { waits: boolean }) =>
  useQuickBooksMutation((call, entry: string) => call(quickBooksEndpoints.sendAgain, { body: { entry } }), {
    inBackground: !waits,
  });

export const useMarkDone = () =>
  useQuickBooksMutation((call, entry: string) => call(quickBooksEndpoints.markDone, { body: { entry } }));

export const useStartSync = (company: string | undefined) =>
  useQuickBooksMutation((call, preview: string) =>
    call(quickBooksEndpoints.startSync, { query: { company }, body: { preview } }),
  );

/** Announces the choice at once, and is pending until everything is read again. */
export const useChooseCompany = (homeId: string, sayChosen: (company: string) => void) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (company: string) =>
      call(quickBooksEndpoints.chooseCompany, { params: { id: homeId }, body: { company } }),
    onSuccess: (_, company) => sayChosen(company),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: quickBooksKeys.all }),
  });
};

/** Reads the state again also after an error, because the run may have ended. */
export const useStopOrResumeSync = (company: string | undefined) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation<unknown, Error, 'stop' | 'go on'>({
    mutationFn: (what) =>
      call(what === 'stop' ? quickBooksEndpoints.stopSync : quickBooksEndpoints.trigger, { query: { company } }),
    onSettled: () => client.invalidateQueries({ queryKey: quickBooksKeys.all }),
    onError: toastFailure,
  });
};

export type SettingsBody = NonNullable<CallInput<typeof quickBooksEndpoints.saveSettings>['body']>;

export const useSaveQuickBooksSettings = (company: string | undefined) =>
  useChange(
    (call, body: SettingsBody) => call(quickBooksEndpoints.saveSettings, { query: { company }, body }),
    (saved, _, client) => {
      client.setQueryData(quickBooksKeys.settings(company), saved);
      void client.invalidateQueries({ queryKey: quickBooksKeys.status(company) });
      void client.invalidateQueries({ queryKey: quickBooksKeys.progress(company) });
    },
  );

export const usePreviewSync = (company: string | undefined) =>
  useChange(
    (call, from: string) => call(quickBooksEndpoints.previewSync, { query: { company }, body: { from } }),
    (_, __, client) => client.invalidateQueries({ queryKey: quickBooksKeys.progress(company) }),
  );

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountingEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { accountingKeys } from './keys.ts';

const useBooksChange = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: accountingKeys.all });
};

export const useDisconnect = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: () => call(accountingEndpoints.disconnect, { query: { company } }),
    // Not awaited: the page of an additional company no longer exists.
    onSuccess: () => void changed(),
    onError: toastFailure,
  });
};

/** Announces the choice at once, and is pending until everything is read again. */
export const useChooseCompany = (homeId: string, sayChosen: (company: string) => void) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (company: string) =>
      call(accountingEndpoints.chooseCompany, { params: { id: homeId }, body: { company } }),
    onSuccess: (_, company) => sayChosen(company),
    onError: toastFailure,
    onSettled: changed,
  });
};

type SettingsBody = NonNullable<CallInput<typeof accountingEndpoints.saveSettings>['body']>;

export const useSaveBooksSettings = (company: string | undefined) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsBody) => call(accountingEndpoints.saveSettings, { query: { company }, body }),
    onSuccess: (saved) => {
      client.setQueryData(accountingKeys.settings(company), saved);
      void client.invalidateQueries({ queryKey: accountingKeys.status(company) });
      void client.invalidateQueries({ queryKey: accountingKeys.progress(company) });
    },
  });
};

export const useSendMissing = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: () => call(accountingEndpoints.trigger, { query: { company } }),
    onSuccess: () => void changed(),
    onError: toastFailure,
  });
};

/** With `waits`, it is pending until the entries are read again. */
export const useSendAgain = ({ waits }: { waits: boolean }) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (entry: string) => call(accountingEndpoints.sendAgain, { body: { entry } }),
    onSuccess: () => {
      const read = changed();
      return waits ? read : undefined;
    },
    onError: toastFailure,
  });
};

export const useMarkDone = () => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (entry: string) => call(accountingEndpoints.markDone, { body: { entry } }),
    onSuccess: changed,
    onError: toastFailure,
  });
};

export const usePreviewSync = (company: string | undefined) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string) => call(accountingEndpoints.previewSync, { query: { company }, body: { from } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountingKeys.progress(company) }),
  });
};

export const useStartSync = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (preview: string) => call(accountingEndpoints.startSync, { query: { company }, body: { preview } }),
    onSuccess: changed,
    onError: toastFailure,
  });
};

/** Reads the state again also after an error, because the run may have ended. */
export const useStopOrResumeSync = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation<unknown, Error, 'stop' | 'go on'>({
    mutationFn: (what) =>
      call(what === 'stop' ? accountingEndpoints.stopSync : accountingEndpoints.trigger, { query: { company } }),
    onSettled: changed,
    onError: toastFailure,
  });
};

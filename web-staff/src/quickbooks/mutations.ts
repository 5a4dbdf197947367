import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { accountingKeys } from './keys.ts';

/** After a change of what goes to QuickBooks, all of it is read again. */
const useBooksChange = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: accountingKeys.all });
};

/** Ends the connection of a company. */
export const useDisconnect = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: () => call(accountingEndpoints.disconnect, { query: { company } }),
    // Nobody waits for what is read again: the page of a further company is gone with it.
    onSuccess: () => void changed(),
    onError: toastFailure,
  });
};

/** Chooses in which company a home keeps its books; it is said as soon as it is so, and busy until all is read again. */
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

/** Saves how money is booked; what is refused is for the form to say. */
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

/** Sends what is missing, in the background. */
export const useSendMissing = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: () => call(accountingEndpoints.trigger, { query: { company } }),
    onSuccess: () => void changed(),
    onError: toastFailure,
  });
};

/** Sends one entry again; whoever shows it busy until it stands elsewhere waits for what is read again. */
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

/** Somebody has entered it in QuickBooks by hand. */
export const useMarkDone = () => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (entry: string) => call(accountingEndpoints.markDone, { body: { entry } }),
    onSuccess: changed,
    onError: toastFailure,
  });
};

/** Asks what would be sent from a day on; what is refused is for the form to say. */
export const usePreviewSync = (company: string | undefined) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string) => call(accountingEndpoints.previewSync, { query: { company }, body: { from } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountingKeys.progress(company) }),
  });
};

/** Sends what a preview has shown. */
export const useStartSync = (company: string | undefined) => {
  const call = useApi();
  const changed = useBooksChange();
  return useMutation({
    mutationFn: (preview: string) => call(accountingEndpoints.startSync, { query: { company }, body: { preview } }),
    onSuccess: changed,
    onError: toastFailure,
  });
};

/** Stops the sending, or goes on with it; also where it was over meanwhile, what stands is read again. */
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

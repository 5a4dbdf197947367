import { useMutation } from '@tanstack/react-query';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';

/** Leaves for QuickBooks, for the first company or a further one beside it, where the owner is asked; the callback page is where the browser comes back. */
export const useConnect = () => {
  const call = useApi();
  return useMutation({
    mutationFn: (further: boolean) => call(accountingEndpoints.authUrl, { query: further ? { further: 'true' } : {} }),
    onSuccess: ({ auth_url }) => window.location.assign(auth_url),
    onError: (error) => toastFailure(error),
  });
};

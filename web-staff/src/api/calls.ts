import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput, CallOutput, Endpoint } from '#domain/shared/contract/endpoint.ts';
import { useApi } from './api-context.ts';

type QuerySettings<Answer, Key extends QueryKey> = Omit<
  UndefinedInitialDataOptions<Answer, Error, Answer, Key>,
  'queryKey' | 'queryFn'
>;

/** Returns the query of one call. The request is cancelled when no component waits for it any more. */
export const callQuery = <E extends Endpoint, const Key extends QueryKey>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  queryKey: Key,
  settings: QuerySettings<CallOutput<E>, Key> = {},
) =>
  queryOptions<CallOutput<E>, Error, CallOutput<E>, Key>({
    ...settings,
    queryKey,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

/** Returns the mutation of one call; `done` follows its success. */
export const useChange = <Answer, Input = void>(
  change: (call: Call, input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input, client: QueryClient) => unknown,
  settings: Pick<UseMutationOptions<Answer, Error, Input>, 'gcTime' | 'onError'> = {},
) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    ...settings,
    mutationFn: (input: Input) => change(call, input),
    onSuccess: (answer, input) => done?.(answer, input, client),
  });
};

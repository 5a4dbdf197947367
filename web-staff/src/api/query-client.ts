import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#domain/shared/contract/client.ts';

export const shouldRetry = (failures: number, error: unknown): boolean => {
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !isClientError;
};

/**
 * Data is fresh for 60 seconds, retried once, and read again when the window gets the focus (D1 §9). In memory only.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: shouldRetry, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

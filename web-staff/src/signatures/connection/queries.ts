import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';

const signingKeys = { connection: ['signing', 'connection'], health: ['signing', 'health'] } as const;

export const signingConnectionQuery = (call: Call) =>
  queryOptions({
    queryKey: signingKeys.connection,
    queryFn: ({ signal }) => call(signingConnectionEndpoints.get, {}, { signal }),
  });

export const signingHealthQuery = (call: Call) =>
  queryOptions({
    queryKey: signingKeys.health,
    queryFn: ({ signal }) => call(signingConnectionEndpoints.health, {}, { signal }),
    staleTime: 30_000,
  });

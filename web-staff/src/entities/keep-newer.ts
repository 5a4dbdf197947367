import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows a record as a change of it was answered. A read that is still under way would answer what it was before, and be
 * shown over what it is since: it is ended. Of answers that come in another order the newest stays.
 */
export const keepNewer = <Stored extends { version: number }>(
  client: QueryClient,
  queryKey: QueryKey,
  stored: Stored,
): void => {
  void client.cancelQueries({ queryKey, exact: true });
  const known = client.getQueryData<Stored>(queryKey);
  if (known && known.version > stored.version) return;
  client.setQueryData(queryKey, stored);
};

import { useQuery } from '@tanstack/react-query';
import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { useApi } from '../api/api-context.ts';

const minute = 60_000;

/** How the product itself is, asked again every minute while the page is looked at. */
export const useHealth = () => {
  const call = useApi();
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(healthEndpoints.get, {}, { signal }),
    refetchInterval: minute,
  });
};

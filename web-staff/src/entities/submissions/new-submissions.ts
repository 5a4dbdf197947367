import { useQuery } from '@tanstack/react-query';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCan } from '../profile/current-user.ts';

/** The newest submissions nobody has answered yet, with their exact number; asked again every minute. */
export const useNewSubmissions = () => {
  const call = useApi();
  const may = useCan()('submission:read');
  return useQuery({
    queryKey: ['submissions', 'list', { status: 'new', page_size: '10' }],
    queryFn: ({ signal }) => call(submissionEndpoints.list, { query: { status: 'new', page_size: '10' } }, { signal }),
    enabled: may,
    refetchInterval: 60_000,
  });
};

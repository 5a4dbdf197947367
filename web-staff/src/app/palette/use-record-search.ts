import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.ts';
import { casesQuery } from '../../cases/queries.ts';
import { customerSearchQuery } from '../../customers/queries.ts';
import { submissionsQuery } from '../../intake/queries.ts';
import { useCan } from '../../team/parts/current-user.ts';
import type { FoundRecords } from './record-groups.ts';

const debounceMs = 300;
export const shortestSearch = 2;

interface RecordSearch {
  searching: boolean;
  found: FoundRecords;
  /** The kinds that could not be searched, as people call them. */
  failed: readonly string[];
  error: unknown;
  retry: () => void;
}

/**
 * Looks for what somebody typed among everything they may read: 300 ms after the last letter, from two letters on
 * (D1 §7). What was found is shown together, once everything has answered, so that no line moves under a finger.
 */
export const useRecordSearch = (typed: string): RecordSearch => {
  const call = useApi();
  const can = useCan();
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, debounceMs);
  const long = wanted.length >= shortestSearch;
  const ready = long && settled === wanted;
  const query = { search: settled, page_size: '10' } as const;

  const cases = useQuery({
    ...casesQuery(call, query),
    placeholderData: undefined,
    enabled: ready && can('case:read'),
  });
  const customers = useQuery({
    ...customerSearchQuery(call, settled),
    enabled: ready && can('customer:read'),
  });
  const submissions = useQuery({
    ...submissionsQuery(call, query),
    placeholderData: undefined,
    enabled: ready && can('submission:read'),
  });

  const asked = [
    { name: 'cases', query: cases },
    { name: 'customers', query: customers },
    { name: 'submissions', query: submissions },
  ];
  const searching = long && (!ready || asked.some(({ query }) => query.isLoading));
  const broken = ready && !searching ? asked.filter(({ query }) => query.isError) : [];
  const found =
    ready && !searching
      ? { cases: cases.data?.results, customers: customers.data, submissions: submissions.data?.results }
      : {};
  return {
    searching,
    found,
    failed: broken.map(({ name }) => name),
    error: broken[0]?.query.error,
    retry: () => {
      for (const { query } of broken) void query.refetch();
    },
  };
};

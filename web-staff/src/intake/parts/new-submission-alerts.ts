import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { submissionKeys } from '../keys.ts';
import { useNewSubmissions } from '../queries.ts';

/**
 * Watches for new reports: lists of submissions are read again, and `onArrival` gets the newest. Reports from before
 * the page was opened are not announced.
 */
export const useNewSubmissionAlerts = (onArrival: (report: { id: string; name: string }) => void): void => {
  const client = useQueryClient();
  const { data } = useNewSubmissions();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    const [newest] = data.results;
    const before = known.current;
    if (before !== undefined && (!newest || newest.created_at <= before)) return;
    known.current = newest?.created_at ?? '';
    if (before === undefined || !newest) return;
    void client.invalidateQueries({ queryKey: submissionKeys.lists });
    onArrival({ id: newest.id, name: newest.deceased_full_name });
  }, [data, client, onArrival]);
};

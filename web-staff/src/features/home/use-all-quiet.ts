import { useQueries, useQuery } from '@tanstack/react-query';
import { addDays, todayIn } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQueueQuery } from '../../entities/cases/queries.ts';
import { nearestDeadlinesQuery } from '../../entities/deadlines/queries.ts';
import { sheetQueries } from '../../entities/first-calls/queries.ts';
import { moneyDueQuery } from '../../entities/money-to-come/queries.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
import { waitingQuery } from '../../entities/submissions/queries.ts';

/** Whether nobody waits, nothing is late, and nothing is due or coming in the days that Home looks at. Unknown is not quiet. */
export const useAllQuiet = (): boolean => {
  const call = useApi();
  const can = useCan();
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const waiting = useQuery({ ...waitingQuery(call), enabled: can('submission:read') });
  const sheets = useQueries({
    queries: sheetQueries(call).map((query) => ({ ...query, enabled: can('first-call:read') })),
  });
  const cases = useQuery({ ...caseQueueQuery(call), enabled: can('case:read') });
  const deadlines = useQuery({ ...nearestDeadlinesQuery(call), enabled: can('case:read') });
  const money = useQuery({ ...moneyDueQuery(call), enabled: can('payment:read') });
  const queues = cases.data;
  return (
    waiting.data?.count === 0 &&
    sheets.every(({ data }) => data?.count === 0) &&
    queues !== undefined &&
    [queues.services, queues.drafts, queues.lacking].every(({ count }) => count === 0) &&
    deadlines.data?.results.every(({ due }) => due >= addDays(today, 3)) === true &&
    money.data?.count === 0
  );
};

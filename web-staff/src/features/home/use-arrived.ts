import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/api-context.ts';
import { caseQueueQuery } from '../../entities/cases/queries.ts';
import { nearestDeadlinesQuery } from '../../entities/deadlines/queries.ts';
import { sheetQueries } from '../../entities/first-calls/queries.ts';
import { dashboardQuery } from '../../entities/insight/queries.ts';
import { moneyDueQuery } from '../../entities/money-to-come/queries.ts';
import { onboardingQuery, useSetUpWanted } from '../../entities/onboarding/queries.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
import { waitingQuery } from '../../entities/submissions/queries.ts';

/** After this many milliseconds the page shows what there is. */
const patience = 1500;

/** Whether every queue of the page has its first answer, or has been waited for long enough. It stays so. */
export const useArrived = (): boolean => {
  const call = useApi();
  const can = useCan();
  const user = useCurrentUser();
  const viewer = { ...user, funeral_home: user.funeral_home_details.id };
  const [arrived, setArrived] = useState(false);
  const pending = [
    ...useQueries({ queries: [{ ...waitingQuery(call), enabled: can('submission:read') }] }),
    ...useQueries({
      queries: sheetQueries(call).map((query) => ({ ...query, enabled: can('first-call:read') })),
    }),
    ...useQueries({ queries: [{ ...caseQueueQuery(call), enabled: can('case:read') }] }),
    ...useQueries({ queries: [{ ...nearestDeadlinesQuery(call), enabled: can('case:read') }] }),
    ...useQueries({ queries: [{ ...moneyDueQuery(call), enabled: can('payment:read') }] }),
    ...useQueries({ queries: [{ ...dashboardQuery(call, viewer), enabled: can('insight:work') }] }),
    ...useQueries({ queries: [{ ...onboardingQuery(call), enabled: useSetUpWanted() }] }),
  ].some(({ isLoading }) => isLoading);
  useEffect(() => {
    if (!pending) setArrived(true);
  }, [pending]);
  useEffect(() => {
    const timer = setTimeout(() => setArrived(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return arrived;
};

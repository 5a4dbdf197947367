import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.ts';
import { onboardingQuery, useSetUpWanted } from '../organizations/onboarding/queries.ts';
import { dashboardQuery } from '../reports/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';

/** After this many milliseconds the page shows what there is. */
const patience = 1500;

/** Whether every list has its first answer and so have the figures beside them, or were waited for long enough. It stays so. */
export const useAllLoaded = (lists: readonly { isLoading: boolean }[]): boolean => {
  const call = useApi();
  const can = useCan();
  const viewer = useCurrentUser();
  const [hasArrived, setHasArrived] = useState(false);
  const figures = useQuery({ ...dashboardQuery(call, viewer), enabled: can('insight:work') });
  const setUp = useQuery({ ...onboardingQuery(call), enabled: useSetUpWanted() });
  const isPending = [...lists, figures, setUp].some(({ isLoading }) => isLoading);
  useEffect(() => {
    if (!isPending) setHasArrived(true);
  }, [isPending]);
  useEffect(() => {
    const timer = setTimeout(() => setHasArrived(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return hasArrived;
};

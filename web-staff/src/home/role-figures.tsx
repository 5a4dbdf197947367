import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { FigureTiles } from '../reports/parts/figure-tiles.tsx';
import { dashboardQuery } from '../reports/queries.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { ErrorState } from '../ui/feedback/states.tsx';

/** The figures that matter to whoever is signed in, beside what is to be done. Their room is kept until they are there. */
export const RoleFigures = () => {
  const query = useQuery(dashboardQuery(useApi(), useCurrentUser()));
  if (query.data) return <FigureTiles figures={query.data.figures} label="Figures" />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={132} role="status" aria-label="Loading" />;
};

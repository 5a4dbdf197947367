import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '../../../api/api-context.ts';
import { ErrorState, RowsSkeleton } from '../../../ui/feedback/states.tsx';
import { CompareView } from '../compare-view.tsx';
import { DraftEditor } from '../draft-editor.tsx';
import { priceListQuery, priceListsQuery } from '../queries.ts';
import type { VersionContext } from '../version-context.ts';
import { VersionView } from '../version-view.tsx';
import { Versions } from '../versions.tsx';

interface PriceListsPartProps {
  homeId: string;
  /** Whether whoever looks may change this home. */
  edits: boolean;
}

/** A home's price lists: all versions, or one of them, or one beside another. */
export const PriceListsPart = ({ homeId, edits }: PriceListsPartProps) => {
  const [params] = useSearchParams();
  const query = useQuery(priceListsQuery(useApi(), homeId));
  if (!query.data)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowsSkeleton rows={4} height={61} />
    );
  const { today, results } = query.data;
  const shown = params.get('list');
  if (!shown) return <Versions homeId={homeId} edits={edits} versions={results} />;
  return (
    <OneVersion
      key={shown}
      {...{ homeId, edits, today, versions: results }}
      listId={shown}
      withId={params.get('with') ?? undefined}
    />
  );
};

const OneVersion = ({
  listId,
  withId,
  ...context
}: VersionContext & { listId: string; withId?: string | undefined }) => {
  const query = useQuery(priceListQuery(useApi(), context.homeId, listId));
  if (!query.data)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowsSkeleton rows={6} height={61} />
    );
  const list = query.data;
  if (withId) return <CompareView {...context} list={list} withId={withId} />;
  if (list.status === 'draft' && context.edits) return <DraftEditor key={list.id} {...context} list={list} />;
  return <VersionView {...context} list={list} />;
};

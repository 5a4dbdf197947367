import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { FormEditor } from '../form-editor.tsx';
import { FormView } from '../form-view.tsx';
import { FormsList } from '../forms-list.tsx';
import { managedFormQuery, managedFormsQuery } from '../queries.ts';

interface FormsPartProps {
  home: FuneralHome;
  /** Whether whoever looks may change this home. */
  edits: boolean;
}

/** The public forms of a home: all of them, or one. */
export const FormsPart = ({ home, edits }: FormsPartProps) => {
  const [params] = useSearchParams();
  const shown = params.get('form');
  return shown ? <OneForm key={shown} id={shown} home={home} edits={edits} /> : <AllForms home={home} edits={edits} />;
};

const AllForms = ({ home, edits }: FormsPartProps) => {
  const query = useQuery(managedFormsQuery(useApi(), home.id));
  if (query.data) return <FormsList home={home} edits={edits} forms={query.data.results} />;
  return query.isError ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <RowsSkeleton rows={3} height={61} />
  );
};

const OneForm = ({ id, home, edits }: FormsPartProps & { id: string }) => {
  // Editing begins from what the server holds now.
  const query = useQuery({ ...managedFormQuery(useApi(), id), refetchOnMount: 'always' });
  if (!query.data || !query.isFetchedAfterMount)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowsSkeleton rows={6} height={61} />
    );
  const form = query.data;
  if (edits && form.status !== 'archived') return <FormEditor home={home} form={form} />;
  return <FormView home={home} form={form} edits={edits} />;
};

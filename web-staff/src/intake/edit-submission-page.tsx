import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { actorOf } from '#domain/shared/access/policies.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { RecordLoadState } from '../ui/feedback/record-state.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { EditSubmissionForm } from './edit-submission-form.tsx';
import { submissionQuery } from './queries.ts';
import { actionsFor } from './submission-rights.ts';

/** Editing begins from what the server holds now, not from what a list showed a minute ago. */
export const EditSubmissionPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const viewer = actorOf(useCurrentUser());
  const query = useQuery({ ...submissionQuery(call, id), refetchOnMount: 'always' });
  useDocumentTitle('Edit submission');
  if (!query.data || !query.isFetchedAfterMount) {
    return <RecordLoadState query={query} noun="Submission" back={{ to: paths.submissions, label: 'Submissions' }} />;
  }
  const { edit } = actionsFor(query.data, viewer);
  if (!edit.shown || edit.reason) return <Navigate to={paths.submission(id)} replace />;
  return <EditSubmissionForm key={id} submission={query.data} />;
};

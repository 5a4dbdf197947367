import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#domain/contract/endpoint.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { showOpened } from '../cases/show-opened.ts';
import { follow } from '../follows.ts';
import { keepNewer } from '../keep-newer.ts';
import { submissionKeys } from './keys.ts';
import { ownSubmissions, submissionRowOf } from './own-submissions.ts';

type Changes = CallInput<typeof submissionEndpoints.update>['body'];
type Opened = CallOutput<typeof submissionEndpoints.convertToCase>;

/** Shows a changed submission wherever it is looked for, and lets the lists be read again behind that. */
const useKeepSubmission = () => {
  const client = useQueryClient();
  return (submission: Submission) => {
    const known = client.getQueryData<Submission>(submissionKeys.one(submission.id));
    ownSubmissions.changed(client, submissionRowOf(submission), known && submissionRowOf(known));
    keepNewer(client, submissionKeys.one(submission.id), submission);
    return follow(client, 'report.changed');
  };
};

export const useMarkContacted = (id: string) => {
  const call = useApi();
  const keep = useKeepSubmission();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.markContacted, { params: { id } }),
    onSuccess: keep,
  });
};

export const useUpdateSubmission = (id: string) => {
  const call = useApi();
  const keep = useKeepSubmission();
  return useMutation({
    mutationFn: ({ version, patch }: { version: number; patch: Record<string, string | boolean | string[]> }) =>
      call(submissionEndpoints.update, { params: { id }, body: { ...patch, version } as Changes }),
    onSuccess: keep,
  });
};

export const useDeleteSubmission = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.delete, { params: { id } }),
    onSuccess: () => {
      const known = client.getQueryData<Submission>(submissionKeys.one(id));
      ownSubmissions.gone(client, id, known && submissionRowOf(known));
      return follow(client, 'report.changed');
    },
  });
};

export const useConvertToCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const keep = useKeepSubmission();

  /** The submission's row says so at once. */
  const showConverted = ({ case_id, case_number }: Opened) => {
    const submission = client.getQueryData<Submission>(submissionKeys.one(id));
    if (submission) void keep({ ...submission, status: 'converted', case_id, case_number });
    void showOpened(client, call, case_id);
  };
  return useMutation({
    mutationFn: ({ number, idempotencyKey }: { number: string; idempotencyKey: string }) =>
      call(
        submissionEndpoints.convertToCase,
        { params: { id }, body: { case_number_manual_override: number } },
        { idempotencyKey },
      ),
    // Nobody waits for lists on the way to the case.
    onSuccess: (opened) => {
      showConverted(opened);
      void follow(client, 'report.converted');
    },
  });
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#domain/contract/endpoint.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';
import { caseRowOf, ownCases } from '../cases/own-cases.ts';
import { caseQuery } from '../cases/queries.ts';
import { customerKeys } from '../customers/keys.ts';
import { figuresFollow } from '../insight/figures-follow.ts';
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
    client.setQueryData(submissionKeys.one(submission.id), submission);
    void figuresFollow(client);
    return client.invalidateQueries({ queryKey: submissionKeys.lists });
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
      void figuresFollow(client);
      return client.invalidateQueries({ queryKey: submissionKeys.lists });
    },
  });
};

export const useConvertToCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const keep = useKeepSubmission();

  /** The submission's row says so at once; the case is in its list as soon as it has been read itself. */
  const showOpened = async ({ case_id, case_number }: Opened) => {
    const submission = client.getQueryData<Submission>(submissionKeys.one(id));
    if (submission) void keep({ ...submission, status: 'converted', case_id, case_number });
    const opened = await client.fetchQuery(caseQuery(call, case_id)).catch(() => undefined);
    if (opened) ownCases.created(client, caseRowOf(opened));
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
      void showOpened(opened);
      void client.invalidateQueries({ queryKey: submissionKeys.all });
      void client.invalidateQueries({ queryKey: caseKeys.lists });
      void figuresFollow(client);
      // The next of kin becomes a customer, or one that is known gets the case.
      void client.invalidateQueries({ queryKey: customerKeys.all });
    },
  });
};

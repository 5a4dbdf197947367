import { useQueryClient } from '@tanstack/react-query';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { type Submission, type SubmissionRow, submissionRow } from '#domain/intake/submission.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { submissionKeys } from './keys.ts';

type Changes = CallInput<typeof submissionEndpoints.update>['body'];

const rowOf = (submission: Submission): SubmissionRow => ({
  ...submissionRow(submission, submission, submission.bot_check === 'verified'),
  funeral_home_name: submission.funeral_home_name,
});

const useShowSubmission = () => {
  const client = useQueryClient();
  return (submission: Submission) => {
    showRow(client, submissionKeys.lists, rowOf(submission));
    showRecord(client, submissionKeys.one(submission.id), submission);
    void readAgain(client, 'figures');
  };
};

export const useMarkContacted = (id: string) =>
  useChange((call) => call(submissionEndpoints.markContacted, { params: { id } }), useShowSubmission());

export const useUpdateSubmission = (id: string) =>
  useChange(
    (call, { version, patch }: { version: number; patch: Record<string, string | boolean | string[]> }) =>
      call(submissionEndpoints.update, { params: { id }, body: { ...patch, version } as Changes }),
    useShowSubmission(),
  );

export const useDeleteSubmission = (id: string) =>
  useChange(
    (call) => call(submissionEndpoints.delete, { params: { id } }),
    (_, __, client) => {
      dropRows(client, submissionKeys.lists, [id]);
      void readAgain(client, 'figures');
    },
  );

export const useConvertToCase = (id: string) => {
  const show = useShowSubmission();
  return useChange(
    (call, { number, idempotencyKey }: { number: string; idempotencyKey: string }) =>
      call(
        submissionEndpoints.convertToCase,
        { params: { id }, body: { case_number_manual_override: number } },
        { idempotencyKey },
      ),
    ({ case_id, case_number }, _, client) => {
      const submission = client.getQueryData<Submission>(submissionKeys.one(id));
      if (submission) show({ ...submission, status: 'converted', case_id, case_number });
      void readAgain(client, 'report.converted');
    },
  );
};

export const useAttachReport = (id: string) => {
  const show = useShowSubmission();
  return useChange(
    (call, caseId: string) => call(submissionEndpoints.attachToCase, { params: { id }, body: { case: caseId } }),
    ({ case_id, case_number }, _, client) => {
      const submission = client.getQueryData<Submission>(submissionKeys.one(id));
      if (submission) show({ ...submission, status: 'converted', case_id, case_number });
      void readAgain(client, 'case.attached', case_id);
    },
  );
};

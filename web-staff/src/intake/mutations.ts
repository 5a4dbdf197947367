import { useMutation, useQueryClient } from '@tanstack/react-query';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import type { Submission, SubmissionRow } from '#domain/intake/submission.schema.ts';
import { isReportedByOther } from '#domain/intake/submission-to-case.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { submissionKeys } from './keys.ts';
import { advertisingSignOf, namesOf } from './submission-text.ts';

type Changes = CallInput<typeof submissionEndpoints.update>['body'];

export const submissionRowOf = (submission: Submission): SubmissionRow => {
  const text = (name: keyof Submission): string => asString(submission[name]);
  return {
    ...pick(submission, ['id', 'reference', 'created_at', 'status', 'kind', 'language', 'case_id', 'case_number']),
    ...pick(submission, ['funeral_home_id', 'funeral_home_name']),
    ...namesOf(submission),
    date_of_death: text('date_of_death'),
    informant_relationship: text('informant_relationship'),
    submitter_phone: text('submitter_phone'),
    submitter_email: text('submitter_email'),
    preferred_contact_time: text('preferred_contact_time'),
    stillborn: submission.stillborn === true,
    by_another: isReportedByOther(text('informant_phone'), text('submitter_phone')),
    is_waiting: submission.contacted_at === null,
    looks_like_advertising: advertisingSignOf(submission) !== undefined,
  };
};

const useShowSubmission = () => {
  const client = useQueryClient();
  return (submission: Submission) => {
    showRow(client, submissionKeys.lists, submissionRowOf(submission));
    showRecord(client, submissionKeys.one(submission.id), submission);
    void readAgain(client, 'figures');
  };
};

export const useMarkContacted = (id: string) => {
  const call = useApi();
  const show = useShowSubmission();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.markContacted, { params: { id } }),
    onSuccess: show,
  });
};

export const useUpdateSubmission = (id: string) => {
  const call = useApi();
  const show = useShowSubmission();
  return useMutation({
    mutationFn: ({ version, patch }: { version: number; patch: Record<string, string | boolean | string[]> }) =>
      call(submissionEndpoints.update, { params: { id }, body: { ...patch, version } as Changes }),
    onSuccess: show,
  });
};

export const useDeleteSubmission = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.delete, { params: { id } }),
    onSuccess: () => {
      dropRows(client, submissionKeys.lists, [id]);
      void readAgain(client, 'figures');
    },
  });
};

export const useConvertToCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const show = useShowSubmission();
  return useMutation({
    mutationFn: ({ number, idempotencyKey }: { number: string; idempotencyKey: string }) =>
      call(
        submissionEndpoints.convertToCase,
        { params: { id }, body: { case_number_manual_override: number } },
        { idempotencyKey },
      ),
    onSuccess: ({ case_id, case_number }) => {
      const submission = client.getQueryData<Submission>(submissionKeys.one(id));
      if (submission) show({ ...submission, status: 'converted', case_id, case_number });
      void readAgain(client, 'report.converted');
    },
  });
};

export const useAttachReport = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const show = useShowSubmission();
  return useMutation({
    mutationFn: (caseId: string) => call(submissionEndpoints.attachToCase, { params: { id }, body: { case: caseId } }),
    onSuccess: ({ case_id, case_number }) => {
      const submission = client.getQueryData<Submission>(submissionKeys.one(id));
      if (submission) show({ ...submission, status: 'converted', case_id, case_number });
      void readAgain(client, 'case.attached', case_id);
    },
  });
};

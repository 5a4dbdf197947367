import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLikelyAdvertising } from '#domain/intake/advertising.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import type { Submission, SubmissionRow } from '#domain/intake/submission.schema.ts';
import { isReportedByOther } from '#domain/intake/submission-to-case.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { submissionKeys } from './keys.ts';

type Changes = CallInput<typeof submissionEndpoints.update>['body'];

/** A submission as its list shows it. */
export const submissionRowOf = (submission: Submission): SubmissionRow => {
  const text = (...names: (keyof Submission)[]): string =>
    names
      .map((name) => submission[name])
      .filter((value) => typeof value === 'string' && value !== '')
      .join(' ');
  const { id, reference, created_at, status, kind, language, case_id, case_number } = submission;
  const { funeral_home_id, funeral_home_name } = submission;
  return {
    id,
    reference,
    created_at,
    status,
    kind,
    deceased_full_name: text('deceased_first_name', 'deceased_middle_name', 'deceased_last_name'),
    date_of_death: text('date_of_death'),
    informant_name: text('informant_first_name', 'informant_last_name'),
    informant_relationship: text('informant_relationship'),
    submitter_phone: text('submitter_phone'),
    submitter_email: text('submitter_email'),
    preferred_contact_time: text('preferred_contact_time'),
    funeral_home_id,
    funeral_home_name,
    stillborn: submission.stillborn === true,
    by_another: isReportedByOther(text('informant_phone'), text('submitter_phone')),
    language,
    looks_like_advertising: isLikelyAdvertising(
      [
        text('deceased_first_name', 'deceased_middle_name', 'deceased_last_name'),
        text('informant_first_name', 'informant_last_name'),
      ],
      submission.bot_check === 'verified',
    ),
    case_id,
    case_number,
  };
};

/** Shows a changed submission wherever it is looked for. */
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

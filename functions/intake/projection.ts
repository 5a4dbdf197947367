import { reportedName } from '#domain/intake/submission.schema.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { contributionsOfSubmission } from '#domain/reports/contributions.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { phoneSearchTokens } from '#domain/shared/values/phone.ts';
import { searchTokens } from '#domain/shared/values/search-text.ts';
import {
  likenessOf,
  rowOfSubmission,
  type SubmissionRecord,
  submissionSchema,
  submissionsList,
} from '#functions/intake/repository/submission-record.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { storedContributions } from '#functions/reports/repository/figures.ts';

const progress = { new: 'received', contacted: 'contacted', converted: 'in_progress' } as const;

const countedSubmission = (record: SubmissionRecord) => ({
  ...record,
  received_on: record.received_on ?? record.created_at.slice(0, 10),
  title: reportedName(record.form),
});

export const submissionProjection: Projection = {
  list: submissionsList,
  kind: 'SUBMISSION',
  main: 'SUBMISSION',
  parts: [],
  copies: ['PROGRESS', 'FACT'],
  project: (keys, id, [main]) => {
    if (!main) return undefined;
    const record = submissionSchema.parse(main);
    const row = rowOfSubmission(record);
    const [local, provider] = row.submitter_email.split('@');
    const counted = isInquiry(record.kind) ? [] : contributionsOfSubmission(countedSubmission(record));
    const contributions = storedContributions(keys, 'SUBMISSION', id, counted);
    return {
      row,
      order: record.created_at,
      tokens: tokensOf(
        row.reference,
        ...phoneSearchTokens(row.submitter_phone),
        row.deceased_full_name,
        row.informant_name,
        local,
        stringAt(record.form, 'alias'),
      ),
      // A provider narrows a search and is never looked up.
      tested: searchTokens(provider),
      shared: likenessOf(record),
      addends: contributions.addends,
      copies: [
        {
          ...sharedKeys.reportProgress(record.reference),
          status: progress[record.status],
          contacted_at: record.contacted_at,
        },
        ...contributions.copies,
      ],
    };
  },
};

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { caseDuplicateKeys } from '#domain/cases/case-validation.ts';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { actorOf } from '#domain/registry/policies.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { duplicatesQuery, useNextNumber } from '../cases/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useAttachReport, useConvertToCase } from './mutations.ts';
import { actionsFor } from './submission-text.ts';

const noticeMs = 6000;

/** Returns what the new case of a submission would be, before it is converted. */
export const useConversionPreview = (submission: Submission) => {
  const call = useApi();
  const { shown, reason } = actionsFor(submission, actorOf(useCurrentUser())).convert;
  const isPossible = shown && !reason && !submission.case_id;
  const person = {
    first_name: stringAt(submission, 'deceased_first_name'),
    last_name: stringAt(submission, 'deceased_last_name'),
    date_of_birth: stringAt(submission, 'date_of_birth'),
    date_of_death: stringAt(submission, 'date_of_death'),
  };
  const isComparable = caseDuplicateKeys(person).length > 0;
  const cases = useQuery({ ...duplicatesQuery(call, person), enabled: isPossible && isComparable });
  const number = useNextNumber(submission.funeral_home_id, isPossible).data?.case_number;
  const nextNumber = isPossible ? number : undefined;
  const found = isComparable ? cases.data : undefined;
  const known = new Set(found?.map(({ id }) => id));
  const others = submission.possible_cases.filter(({ id }) => !known.has(id));
  const likeCases = !isPossible ? undefined : found || others.length > 0 ? [...(found ?? []), ...others] : undefined;
  return {
    nextNumber,
    /** Undefined if too little is known to compare, or the comparison is not finished. */
    likeCases,
  };
};

/** Converts a submission, then opens the case with a notice of what was done. `number` is '' for the next number. */
export const useConversion = ({ id }: Submission) => {
  const navigate = useNavigate();
  const conversion = useConvertToCase(id);
  const keyFor = useIdempotencyKey();
  return {
    isPending: conversion.isPending,
    convert: (number: string, onError: (error: unknown) => void) =>
      conversion.mutate(
        { number, idempotencyKey: keyFor(number) },
        {
          onSuccess: ({ case_id, case_number }) => {
            const done = 'with everything the family entered. The submission is kept and linked to it.';
            toastSuccess(`Case ${case_number} created ${done}`, noticeMs);
            void navigate(paths.case(case_id));
          },
          onError,
        },
      ),
  };
};

/** Attaches a submission to a case, then opens the case. */
export const useAttaching = ({ id }: Submission) => {
  const navigate = useNavigate();
  const attaching = useAttachReport(id);
  return {
    isPending: attaching.isPending,
    attach: (caseId: string) =>
      attaching.mutate(caseId, {
        onSuccess: ({ case_id, case_number }) => {
          toastSuccess(`Attached to case ${case_number}. The submission is kept and linked to it.`, noticeMs);
          void navigate(paths.case(case_id));
        },
        onError: toastFailure,
      }),
  };
};

import { Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { nextNumberQuery, numberTakenQuery } from '../../entities/cases/queries.ts';
import { useTodayAt } from '../../entities/funeral-homes/queries.ts';
import { useConvertToCase } from '../../entities/submissions/mutations.ts';
import { paths } from '../../paths.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';

const debounceMs = 300;

/** Whether a number can be taken: its form at once, its availability 300 ms after the last key. */
const useManualNumber = (number: string, wanted: boolean) => {
  const call = useApi();
  const [settled] = useDebouncedValue(number.trim(), debounceMs);
  const form = CaseNumberOverride.safeParse(number);
  const asked = wanted && form.success && settled === number.trim();
  const check = useQuery({ ...numberTakenQuery(call, settled), enabled: asked });
  const problem =
    !wanted || number.trim() === '' ? undefined : form.success ? undefined : form.error.issues[0]?.message;
  const taken = asked && check.data?.exists === true;
  return {
    problem: problem ?? (taken ? 'This case number is already in use' : undefined),
    free: asked && check.data?.exists === false,
    checking: wanted && form.success && !(asked && check.isFetched),
  };
};

interface ConvertDialogProps {
  submission: Submission;
  onClose: () => void;
}

export const ConvertDialog = ({ submission, onClose }: ConvertDialogProps) => {
  const call = useApi();
  const navigate = useNavigate();
  const [how, setHow] = useState<'next' | 'manual'>('next');
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  // A repeated click is the same request; another number is another one.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const conversion = useConvertToCase(submission.id);
  // The home would number the case in the year that it is there.
  const year = useTodayAt(submission.funeral_home_id).slice(0, 4);
  const next = useQuery(nextNumberQuery(call, { year, location: submission.funeral_home_id }));
  const manual = useManualNumber(number, how === 'manual');
  const wanted = how === 'manual' ? number.trim() : '';
  const missing = tried && how === 'manual' && number.trim() === '' ? 'Case number is required' : undefined;

  const chooseHow = (value: string) => {
    setHow(value === 'manual' ? 'manual' : 'next');
    setKey(crypto.randomUUID());
  };
  const chooseNumber = (value: string) => {
    setNumber(value);
    setRefused(undefined);
    setKey(crypto.randomUUID());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (conversion.isPending || (how === 'manual' && (number.trim() === '' || manual.problem))) return;
    conversion.mutate(
      { number: wanted, idempotencyKey },
      {
        onSuccess: ({ case_id, case_number }) => {
          toastSuccess(`Case ${case_number} created`);
          void navigate(paths.case(case_id));
        },
        onError: (error) => {
          const field =
            error instanceof ApiError ? fieldErrors(error.body).case_number_manual_override?.[0] : undefined;
          if (field) setRefused(field);
          else toastFailure(error);
        },
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title="Convert to case" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>A case is opened with everything the family entered. The submission stays and leads to it.</Text>
          <Radio.Group label="Case number" value={how} onChange={chooseHow}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="next"
                label="Next number"
                description={
                  next.data ? next.data.case_number : next.isError ? 'It will be shown when the case is there.' : ' '
                }
                data-autofocus
              />
              <Radio value="manual" label="Enter a number" />
            </Stack>
          </Radio.Group>
          {how === 'manual' && (
            <TextInput
              label="Manual case number"
              value={number}
              maxLength={30}
              autoComplete="off"
              onChange={(event) => chooseNumber(event.currentTarget.value)}
              error={refused ?? manual.problem ?? missing}
              description={manual.free ? 'This number is free.' : manual.checking ? 'Checking…' : ' '}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
            />
          )}
          <DialogButtons submit="Convert to case" busy={conversion.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

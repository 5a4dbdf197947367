import { Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import { useApi } from '../../api/api-context.ts';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { numberTakenQuery, useNextNumber } from '../queries.ts';

const debounceMs = 300;

/** Validates the format at once, and availability 300 ms after the last key. */
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

export const useCaseNumberChoice = (homeId: string) => {
  const [how, setHow] = useState<'next' | 'manual'>('next');
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const next = useNextNumber(homeId);
  const manual = useManualNumber(number, how === 'manual');
  const missing = tried && how === 'manual' && number.trim() === '' ? 'Case number is required' : undefined;

  const field = (
    <>
      <Radio.Group label="Case number" value={how} onChange={(value) => setHow(value === 'manual' ? 'manual' : 'next')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="next"
            label="Next number"
            description={
              next.data
                ? next.data.case_number
                : next.isError
                  ? 'The number will appear once the case is created.'
                  : ' '
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
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            setRefused(undefined);
          }}
          error={refused ?? manual.problem ?? missing}
          description={manual.free ? 'This number is available.' : manual.checking ? 'Checking…' : ' '}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      )}
    </>
  );
  return {
    field,
    /** '' for the next number. */
    wanted: how === 'manual' ? number.trim() : '',
    /** Returns whether the choice is valid, and shows an error if not. */
    isReady: (): boolean => {
      setTried(true);
      return how === 'next' || (number.trim() !== '' && !manual.problem);
    },
    refuse: (error: unknown): boolean => {
      const problem = errorsByField(error).case_number_manual_override?.[0];
      setRefused(problem);
      return problem !== undefined;
    },
  };
};

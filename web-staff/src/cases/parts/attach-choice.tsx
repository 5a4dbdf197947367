import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { searchTokens } from '#domain/shared/values/search-text.ts';
import { attachableCases } from './like-cases.tsx';

interface Attaching {
  cases: readonly PossibleDuplicateCase[];
  /** First and last name. */
  name: string;
  /** The case whose button was clicked. */
  wanted?: string | undefined;
}

const newCase = 'new';

/** Returns the choice between each like case and a new one. An open case of the same name is the likely answer. */
export const useAttachChoice = ({ cases, name, wanted }: Attaching) => {
  const [picked, setPicked] = useState(wanted);
  const open = attachableCases(cases);
  const names = searchTokens(name);
  const likely = open.find(({ deceased_full_name }) => {
    const known = searchTokens(deceased_full_name);
    return names.length > 1 && names.every((one) => known.includes(one));
  });
  const chosen = picked ?? likely?.id;
  return {
    isAsked: open.length > 0,
    attachTo: open.find(({ id }) => id === chosen),
    isNew: open.length === 0 || chosen === newCase,
    field: (tried: boolean) => (
      <Radio.Group
        label="Is this the same person?"
        value={chosen ?? ''}
        error={tried && chosen === undefined && 'Choose a case or a new one'}
        onChange={setPicked}
      >
        <Stack gap="xs" mt="xs">
          {open.map(({ id, case_number }) => (
            <Radio
              key={id}
              value={id}
              data-autofocus={id === chosen || undefined}
              label={`Attach to case ${case_number}`}
              description="New next of kin become contacts of the case. Everything else in the case stays as it is."
            />
          ))}
          <Radio
            value={newCase}
            label="Create a new case"
            description="This is a different person, or a second case is intended."
          />
        </Stack>
      </Radio.Group>
    ),
  };
};

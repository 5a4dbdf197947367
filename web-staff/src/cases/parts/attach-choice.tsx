import { Modal, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { searchTokens } from '#domain/shared/values/search-text.ts';
import classes from './like-cases.module.css';
import { attachableCases } from './like-cases.tsx';

interface Attaching {
  cases: readonly PossibleDuplicateCase[];
  /** First and last name. */
  name: string;
  /** The case whose button was clicked; '' for one still to choose. */
  wanted?: string | undefined;
}

const newCase = 'new';

/** Returns the choice between each like case and a new one. An open case of the same name is the likely answer. */
export const useAttachChoice = ({ cases, name, wanted }: Attaching) => {
  const [picked, setPicked] = useState(wanted || undefined);
  const open = attachableCases(cases);
  const names = searchTokens(name);
  const likely = open.find(({ deceased_full_name }) => {
    const known = searchTokens(deceased_full_name);
    return names.length > 1 && names.every((one) => known.includes(one));
  });
  const chosen = picked ?? likely?.id;
  const attachTo = open.find(({ id }) => id === chosen);
  const isNew = open.length === 0 || chosen === newCase;
  const title = attachTo || (wanted !== undefined && !isNew) ? 'Attach to case' : 'Convert to case';
  return {
    isAsked: open.length > 0,
    attachTo,
    isNew,
    title,
    submit: attachTo ? `Attach to ${attachTo.case_number}` : title,
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

interface AttachModalProps {
  title: string;
  size: string;
  onClose: () => void;
  children: ReactNode;
}

/** The list of differences may be long, so the buttons stay in view below it. */
export const AttachModal = (props: AttachModalProps) => (
  <Modal opened centered classNames={{ content: classes.dialog }} {...props} />
);

import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TemplateType } from '#domain/signatures/template-types.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { fieldErrorMessages } from '../ui/feedback/field-errors.ts';
import { toastErrors, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useCreateTemplate } from './mutations.ts';
import { typeChoices } from './type-choices.ts';

/** A template by its number at DocuSeal, or one that is connected later. */
export const AddTemplate = ({ onClose }: { onClose: () => void }) => {
  const creation = useCreateTemplate();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [type, setType] = useState<TemplateType>('cremation_authorization');
  const [number, setNumber] = useState('');
  const [isUsual, setUsual] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const id = Number.parseInt(number, 10);
    const body = {
      ...{ name, template_type: type, in_default_set: isUsual },
      ...(id > 0 ? { docuseal_template_id: id } : {}),
    };
    creation.mutate(
      { body, idempotencyKey: keyFor(body) },
      {
        onSuccess: (template) => {
          toastSuccess('Template added');
          void navigate(paths.signatureTemplate(template.id));
        },
        onError: (error) => {
          const faults = fieldErrorMessages(error);
          if (faults.length > 0) toastErrors(faults);
          else toastFailure(error);
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Add template" centered withCloseButton={false}>
      <form noValidate onSubmit={add}>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            maxLength={120}
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Type"
            data={typeChoices}
            value={type}
            onChange={(event) => setType(event.currentTarget.value as TemplateType)}
          />
          <TextInput
            label="Number of the template at DocuSeal"
            description="It stands in the address of the template there, such as 41 in docuseal.com/templates/41."
            inputMode="numeric"
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <Checkbox
            size="md"
            label="Choose it beforehand in new requests"
            checked={isUsual}
            onChange={(event) => setUsual(event.currentTarget.checked)}
          />
          <DialogButtons submit="Add template" busy={creation.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

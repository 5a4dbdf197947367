import { Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SignatureTemplate } from '#domain/signatures/signature-template.schema.ts';
import type { TemplateType } from '#domain/signatures/template-types.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { fieldErrorMessages } from '../ui/feedback/field-errors.ts';
import { toastErrors, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useEditBase } from '../ui/record-form/edit-base.ts';
import { useUpdateTemplate } from './mutations.ts';
import { typeChoices } from './type-choices.ts';

interface EditTemplateProps {
  template: SignatureTemplate;
  onClose: () => void;
}

const editedOf = ({ name, template_type, description }: SignatureTemplate) => [name, template_type, description];

/** What a template is called, what kind of paper it is, and what is said of it: a guess from its name at DocuSeal at first. */
export const EditTemplate = ({ template, onClose }: EditTemplateProps) => {
  const { base } = useEditBase(template, editedOf);
  const update = useUpdateTemplate(template.id);
  const [name, setName] = useState(template.name);
  const [type, setType] = useState<TemplateType>(template.template_type);
  const [description, setDescription] = useState(template.description);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    update.mutate(
      { name, template_type: type, description, version: base.version },
      {
        onSuccess: () => {
          toastSuccess('Template changed');
          onClose();
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
    <Modal opened onClose={onClose} title="Change template" centered withCloseButton={false}>
      <form noValidate onSubmit={save}>
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
          <Textarea
            label="Description"
            maxLength={500}
            rows={3}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <DialogButtons submit="Save" busy={update.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

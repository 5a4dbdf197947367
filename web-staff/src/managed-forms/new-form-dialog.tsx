import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FormKind, formKindLabels, formKinds } from '#domain/managed-forms/form-kinds.ts';
import { type ManagedFormRow, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { faultsByField } from '../ui/feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { formLink } from './form-text.tsx';
import { useCreateManagedForm } from './mutations.ts';

interface NewFormDialogProps {
  home: FuneralHome;
  forms: readonly ManagedFormRow[];
  /** The form that is copied. */
  from?: string;
  onClose: () => void;
}

/** "Hospice partners" gives hospice-partners. */
const addressOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    // Also where a long name is cut between two words.
    .replace(/^-|-$/g, '');

/** Begins a form: what it is called, and where families find it. */
export const NewFormDialog = ({ home, forms, from = '', onClose }: NewFormDialogProps) => {
  const hasMain = forms.some(({ slug, status }) => slug === mainForm && status !== 'archived');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string>();
  const copied = forms.find(({ id }) => id === from);
  const [kind, setKind] = useState<FormKind>(copied?.kind ?? 'at_need');
  const [wantsMain, setMain] = useState(!hasMain && !from);
  const isMain = wantsMain && kind === 'at_need';
  const alike = forms.filter((one) => one.kind === kind);
  const [source, setSource] = useState(from);
  const [faults, setErrors] = useState<Record<string, string[]>>({});
  const creating = useCreateManagedForm();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const slug = isMain ? mainForm : (typed ?? addressOf(name));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { funeral_home: home.id, name, slug, kind, ...(source ? { copy_of: source } : {}) };
    try {
      const made = await creating.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Form begun');
      onClose();
      await navigate(formLink(made.id));
    } catch (error) {
      const found = faultsByField(error);
      setErrors(found);
      if (Object.keys(found).length === 0) toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="New form" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="Name"
            description="For your team: families do not see it."
            maxLength={80}
            value={name}
            error={faults.name?.[0]}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <NativeSelect
            label="What it is for"
            data={formKinds.map((value) => ({ value, label: formKindLabels[value] }))}
            disabled={copied !== undefined}
            value={kind}
            onChange={({ currentTarget: { value } }) => {
              setKind(formKinds.find((one) => one === value) ?? 'at_need');
              setSource('');
            }}
          />
          {!hasMain && kind === 'at_need' && (
            <Checkbox
              label={`At the home’s own address, /${home.slug}`}
              checked={isMain}
              onChange={({ currentTarget: { checked } }) => setMain(checked)}
            />
          )}
          {!isMain && (
            <TextInput
              label="Address"
              description={`Families find it at /${home.slug}/${slug || '…'}`}
              maxLength={40}
              value={slug}
              error={faults.slug?.[0]}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
          )}
          {alike.length > 0 && (
            <NativeSelect
              label="Begin with"
              data={[
                { value: '', label: kind === 'at_need' ? 'The standard form' : 'Questions that are usual' },
                ...alike.map(({ id, name: label }) => ({ value: id, label })),
              ]}
              value={source}
              onChange={({ currentTarget: { value } }) => setSource(value)}
            />
          )}
          <DialogButtons submit="Begin" busy={creating.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

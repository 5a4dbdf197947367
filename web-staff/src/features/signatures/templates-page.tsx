import { Anchor, Button, Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SignatureTemplate } from '#domain/signatures/signature-template.schema.ts';
import { type TemplateType, templateTypeLabels, templateTypes } from '#domain/signatures/template-types.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { useCreateTemplate, useSyncTemplates } from '../../entities/signatures/mutations.ts';
import { templatesQuery } from '../../entities/signatures/queries.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { toastFailure, toastFaults, toastSuccess } from '../../ui/toasts.tsx';
import { saidFaults } from './said-faults.ts';
import classes from './signatures.module.css';

const typeChoices = templateTypes.map((value) => ({ value, label: templateTypeLabels[value] }));

const State = ({ template }: { template: SignatureTemplate }) => {
  const { docuseal_template_id, is_active, is_missing, unmapped } = template;
  if (is_missing) return <Chip tone="danger">Gone at DocuSeal</Chip>;
  if (docuseal_template_id === null) return <Chip tone="warn">Not connected</Chip>;
  if (!is_active) return <Chip>Inactive</Chip>;
  if (unmapped.length > 0) return <Chip tone="warn">{unmapped.length} fields undecided</Chip>;
  return <Chip tone="ok">Ready</Chip>;
};

const TemplateRow = ({ template }: { template: SignatureTemplate }) => (
  <li className={classes.row}>
    <span className={classes.grow}>
      <Anchor component={Link} to={paths.signatureTemplate(template.id)} inherit fw={600}>
        {template.name}
      </Anchor>
      <br />
      <span className={classes.dim}>
        {[template.template_type_display, template.in_default_set && 'chosen beforehand', template.description]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    <State template={template} />
  </li>
);

/** What reading at DocuSeal has brought. */
const saidOf = ({
  created,
  updated,
  deactivated,
}: {
  created: number;
  updated: number;
  deactivated: number;
}): string => {
  const parts = [
    created > 0 && `${created} added`,
    updated > 0 && `${updated} read again`,
    deactivated > 0 && `${deactivated} gone at DocuSeal`,
  ].filter(Boolean);
  return parts.length > 0 ? `Templates: ${parts.join(', ')}` : 'DocuSeal has no templates yet';
};

/** The forms that families and the home sign, with how far each is set up. */
export const TemplatesPage = () => {
  useDocumentTitle('Signature templates');
  const can = useCan();
  const query = useQuery(templatesQuery(useApi()));
  const [adding, setAdding] = useState(false);
  const templates = query.data?.results;
  const isAllowed = can('signature:manage-templates');
  const sync = useSyncTemplates();
  const read = isAllowed && (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
      loading={sync.isPending}
      onClick={() =>
        sync.mutate(undefined, { onSuccess: (found) => toastSuccess(saidOf(found)), onError: toastFailure })
      }
    >
      Read from DocuSeal
    </Button>
  );
  const add = isAllowed && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      Add template
    </Button>
  );
  return (
    <>
      <PageHeader
        back={{ to: paths.signatures, label: 'Signatures' }}
        title="Signature templates"
        lead="Each is connected to a template at DocuSeal, and says what of a case stands in its fields."
        actions={
          <>
            {add}
            {read}
          </>
        }
      />
      <div className={classes.panel}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <RowsSkeleton rows={3} height={72} lines={2} />}
        {templates?.length === 0 && (
          <EmptyState
            icon={<IconTemplate size={40} stroke={1.2} />}
            title="No templates yet"
            text="Read the forms that families sign from DocuSeal, such as the authorization for cremation."
            action={read}
          />
        )}
        <ul className={classes.rows}>
          {templates?.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
      </div>
      {adding && <AddTemplate onClose={() => setAdding(false)} />}
    </>
  );
};

const AddTemplate = ({ onClose }: { onClose: () => void }) => {
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
          const faults = saidFaults(error);
          if (faults.length > 0) toastFaults(faults);
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

import { Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { signerPartLabels, signerParts } from '#domain/signatures/signer-parts.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmButton, DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { EmptyState, QueryState, RecordLoadState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useEditBase } from '../ui/record-form/record-form.ts';
import { mappedFields, templateFields, typeBeside } from './mapped-fields.ts';
import { FieldRow, Mapping, Panel } from './mapping.tsx';
import { type TemplatePatchBody, useActivateTemplate, useDeleteTemplate, useUpdateTemplate } from './mutations.ts';
import { fieldPreviewQuery, templatesQuery } from './queries.ts';
import classes from './signatures.module.css';

const ConfirmFields = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const preview = useQuery(fieldPreviewQuery(useApi(), id));
  const activation = useActivateTemplate();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { roles = [], unmapped = [] } = preview.data ?? {};
  // A field without a matching source stays with the signer unless a source is chosen here.
  const fields = mappedFields({ fields: roles.flatMap((role) => role.fields), unmapped }, undefined).map((field) => ({
    ...field,
    isOpen: false,
    source: chosen[field.name] ?? field.source,
  }));
  const activate = () => {
    const mapping = Object.fromEntries(fields.map(({ name, source }) => [name, source]));
    activation.mutate(
      { id, mapping },
      {
        onSuccess: () => {
          toastSuccess('The template is active');
          onClose();
        },
        onError: toastFailure,
      },
    );
  };
  return (
    <FormDialog
      title="Activate template"
      size="xl"
      withCloseButton={false}
      submit={preview.data && 'Activate'}
      busy={activation.isPending}
      onSubmit={activate}
      onClose={onClose}
    >
      {preview.data ? (
        <Text>
          {fields.length > 0
            ? 'Check what each field is filled with. Signers cannot change what comes from the case.'
            : 'None of its fields can be filled from a case: people fill all of them in.'}
        </Text>
      ) : (
        <QueryState query={preview} rows={4} height={56} />
      )}
      <ul className={classes.rows}>
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            isAllowed
            withValue={false}
            chosen={undefined}
            onChoose={(source) => setChosen({ ...chosen, [field.name]: source ?? '' })}
          />
        ))}
      </ul>
    </FormDialog>
  );
};

interface EditTemplateProps {
  template: SignatureTemplate;
  onClose: () => void;
}

const descriptionField = { name: 'description', label: 'Description', kind: 'textarea', maxLength: 500 } as const;
const editedOf = ({ name, template_type, description }: SignatureTemplate) => [name, template_type, description];

const EditTemplate = ({ template, onClose }: EditTemplateProps) => {
  const { base } = useEditBase(template, editedOf);
  const update = useUpdateTemplate(template.id);
  const { name, template_type, description } = template;
  const { form, ...sent } = useSentForm({
    start: { name, template_type, description },
    send: (values) => update.mutateAsync({ ...values, version: base.version }),
    done: 'Template changed',
    onDone: onClose,
  });
  return (
    <FormDialog title="Change template" withCloseButton={false} submit="Save" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[...templateFields, descriptionField]} />
    </FormDialog>
  );
};

const back = { to: paths.signatureTemplates, label: 'Signature templates' };
const pencil = <IconPencil size={16} stroke={1.6} aria-hidden />;
const parts = signerParts.map((value) => ({ value, label: signerPartLabels[value] }));

export const TemplatePage = () => {
  const { id = '' } = useParams();
  const query = useQuery(templatesQuery(useApi()));
  const template = query.data?.results.find((one) => one.id === id);
  useDocumentTitle(template?.name ?? 'Signature template');
  if (!template && query.data)
    return <EmptyState page title="Template not found" text="The template you're looking for doesn't exist." />;
  if (!template) return <RecordLoadState query={query} noun="Template" back={back} />;
  return <TemplateView template={template} />;
};

const TemplateView = ({ template }: { template: SignatureTemplate }) => {
  const { name, is_active, in_default_set, docuseal_template_id } = template;
  const isAllowed = useCan()('signature:manage-templates');
  const update = useUpdateTemplate(template.id);
  const change = (body: TemplatePatchBody) => update.mutate(body, { onError: toastFailure });
  return (
    <>
      <PageHeader
        back={back}
        title={name}
        badge={is_active ? <Chip tone="ok">Active</Chip> : <Chip>Inactive</Chip>}
        lead={[
          typeBeside(template),
          docuseal_template_id === null ? 'not connected to DocuSeal' : `DocuSeal template ${docuseal_template_id}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          isAllowed && (
            <>
              <DialogOpener
                leftSection={pencil}
                dialog={(onClose) => <EditTemplate template={template} onClose={onClose} />}
              >
                Change
              </DialogOpener>
              <Deletion template={template} />
              {!is_active && docuseal_template_id !== null && (
                <DialogOpener
                  variant="filled"
                  dialog={(onClose) => <ConfirmFields id={template.id} onClose={onClose} />}
                >
                  Activate
                </DialogOpener>
              )}
            </>
          )
        }
      />
      <div className={classes.main}>
        <Panel title="Template settings">
          <div className={classes.body}>
            <Checkbox
              size="md"
              label="Include in new requests by default"
              disabled={!isAllowed}
              checked={in_default_set}
              onChange={(event) => change({ in_default_set: event.currentTarget.checked })}
            />
            {is_active && isAllowed && (
              <Button mt="md" variant="default" onClick={() => change({ is_active: false })}>
                Deactivate
              </Button>
            )}
          </div>
        </Panel>
        <Panel title="Signers">
          {template.roles.length === 0 && (
            <div className={classes.body}>Roles are loaded when you activate the template.</div>
          )}
          <ul className={classes.rows}>
            {template.roles.map((role) => (
              <li key={role.name} className={classes.row}>
                <span className={classes.grow}>
                  {role.name} {!role.signs && <span className={classes.dim}>gets a copy</span>}
                </span>
                <NativeSelect
                  aria-label={`${role.name} signs as`}
                  data={parts}
                  disabled={!isAllowed}
                  value={role.part}
                  onChange={(event) =>
                    change({
                      roles: [{ name: role.name, part: event.currentTarget.value as (typeof parts)[number]['value'] }],
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </Panel>
        <Mapping
          template={template}
          isAllowed={isAllowed}
          underWay={update.isPending ? (update.variables.mapping ?? {}) : {}}
          onChange={change}
        />
      </div>
    </>
  );
};

const Deletion = ({ template: { id, name } }: { template: SignatureTemplate }) => {
  const navigate = useNavigate();
  const removal = useDeleteTemplate();
  const remove = async () => {
    await removal.mutateAsync(id);
    toastSuccess('Template deleted');
    void navigate(paths.signatureTemplates, { replace: true });
  };
  const text = `“${name}” will no longer be available. Existing requests and the DocuSeal template are not affected.`;
  return (
    <ConfirmButton
      c="red"
      data-ends
      ask={{ title: 'Delete template', confirmLabel: 'Delete', danger: true, action: remove, text }}
    >
      Delete
    </ConfirmButton>
  );
};

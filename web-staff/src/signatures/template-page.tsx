import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SignatureTemplate } from '#domain/signatures/signature-template.schema.ts';
import { signerPartLabels, signerParts } from '#domain/signatures/signer-parts.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { RecordLoadState } from '../ui/feedback/record-state.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Activation } from './activate-template.tsx';
import { EditTemplate } from './edit-template.tsx';
import { Mapping } from './mapping.tsx';
import { type TemplatePatchBody, useDeleteTemplate, useUpdateTemplate } from './mutations.ts';
import { Panel } from './panel.tsx';
import { templatesQuery } from './queries.ts';
import classes from './signatures.module.css';

const back = { to: paths.signatureTemplates, label: 'Signature templates' };
const pencil = <IconPencil size={16} stroke={1.6} aria-hidden />;
const parts = signerParts.map((value) => ({ value, label: signerPartLabels[value] }));

/** A template: who signs it as what, and what of a case stands in each of its fields. */
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
  const { name, template_type_display, is_active, in_default_set, docuseal_template_id } = template;
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
          template_type_display,
          docuseal_template_id === null ? 'not connected to DocuSeal' : `DocuSeal template ${docuseal_template_id}`,
        ].join(' · ')}
        actions={
          isAllowed && (
            <>
              <Change template={template} />
              <Deletion template={template} />
              {!is_active && docuseal_template_id !== null && <Activation id={template.id} />}
            </>
          )
        }
      />
      <div className={classes.main}>
        <Panel title="Use">
          <div className={classes.body}>
            <Checkbox
              size="md"
              label="Choose it beforehand in new requests"
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
        <Panel title="Who signs">
          {template.roles.length === 0 && <div className={classes.body}>Its roles are read when it is activated.</div>}
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

const Change = ({ template }: { template: SignatureTemplate }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={pencil} onClick={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && <EditTemplate template={template} onClose={() => setOpen(false)} />}
    </>
  );
};

const Deletion = ({ template }: { template: SignatureTemplate }) => {
  const navigate = useNavigate();
  const removal = useDeleteTemplate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" c="red" data-ends onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmModal
        opened={asking}
        title="Delete template"
        confirmLabel="Delete"
        danger
        busy={removal.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          removal.mutate(template.id, {
            onSuccess: () => {
              toastSuccess('Template deleted');
              void navigate(paths.signatureTemplates, { replace: true });
            },
            onError: toastFailure,
          })
        }
      >
        “{template.name}” is offered no more. Requests that were made from it stay, and DocuSeal keeps its own.
      </ConfirmModal>
    </>
  );
};

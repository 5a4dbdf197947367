import { Anchor, Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconPlus, IconRefresh, IconTemplate, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import {
  missingStandardDocuments,
  type StandardDocumentKind,
  type TemplateType,
  templateTypeLabels,
} from '#domain/signatures/standard-document-templates.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { failureText, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useRestoreFocus } from '../ui/preserve-focus.ts';
import { templateFields, typeBeside } from './mapped-fields.ts';
import { useCreateTemplate, useMakeReadyMade, useSyncTemplates } from './mutations.ts';
import { templatesQuery } from './queries.ts';
import classes from './signatures.module.css';

export type PaperState = 'waiting' | 'creating' | 'created' | 'failed';
export interface StandardDocumentsRun {
  papers: readonly { kind: StandardDocumentKind; state: PaperState }[];
  problem?: string;
}

export const progressOf = ({ papers }: StandardDocumentsRun) => ({
  createdCount: papers.filter(({ state }) => state === 'created').length,
  all: papers.length,
  isRunning: papers.some(({ state }) => state === 'creating'),
});

/** An error stops the run, because the other documents would fail too; a new run continues. */
export const useStandardDocuments = () => {
  const making = useMakeReadyMade();
  const [run, setRun] = useState<StandardDocumentsRun>();
  const begin = async (
    kinds: readonly StandardDocumentKind[],
    before: StandardDocumentsRun['papers'] = [],
  ): Promise<void> => {
    let papers: StandardDocumentsRun['papers'] = [
      ...before,
      ...kinds.map((kind) => ({ kind, state: 'waiting' as const })),
    ];
    const show = (kind: StandardDocumentKind, state: PaperState, problem?: string): void => {
      papers = papers.map((current) => (current.kind === kind ? { kind, state } : current));
      setRun({ papers, ...(problem === undefined ? {} : { problem }) });
    };
    for (const kind of kinds) {
      show(kind, 'creating');
      try {
        await making.mutateAsync(kind);
      } catch (error) {
        return show(kind, 'failed', failureText(error) ?? 'Sign in again.');
      }
      show(kind, 'created');
    }
  };
  return {
    run,
    begin: (kinds: readonly StandardDocumentKind[]) => void begin(kinds),
    retry: () => {
      const created = run?.papers.filter(({ state }) => state === 'created') ?? [];
      const open = run?.papers.filter(({ state }) => state !== 'created') ?? [];
      void begin(
        open.map(({ kind }) => kind),
        created,
      );
    },
    close: () => setRun(undefined),
  };
};

const stateLabels: Record<PaperState, string> = {
  waiting: 'Waiting',
  creating: 'Creating…',
  created: 'Ready',
  failed: 'Failed',
};
const icons: Record<PaperState, ReactNode> = {
  waiting: <IconCircleDashed size={20} stroke={1.6} aria-hidden />,
  creating: <Loader size={20} aria-hidden />,
  created: <IconCheck size={20} stroke={2} aria-hidden />,
  failed: <IconX size={20} stroke={2} aria-hidden />,
};

interface UsualPapersDialogProps {
  run: StandardDocumentsRun;
  onAgain: () => void;
  onClose: () => void;
}

/** The progress stays until the user has read the result. */
const UsualPapersDialog = ({ run, onAgain, onClose }: UsualPapersDialogProps) => {
  useRestoreFocus();
  const { createdCount, all, isRunning } = progressOf(run);
  const close = isRunning ? () => undefined : onClose;
  return (
    <Modal opened onClose={close} title="Standard documents" centered withCloseButton={false}>
      <Stack gap="md">
        <div role="status" aria-live="polite">
          {createdCount} of {all} are ready
        </div>
        <progress className={classes.progress} aria-label="Standard documents" max={all} value={createdCount} />
        <ul className={classes.rows}>
          {run.papers.map(({ kind, state }) => (
            <li key={kind} className={classes.paper} data-state={state}>
              {icons[state]}
              <span className={classes.grow}>{templateTypeLabels[kind]}</span>
              <span className={classes.dim}>{stateLabels[state]}</span>
            </li>
          ))}
        </ul>
        {run.problem && <Problem problem={run.problem} />}
        {createdCount === all && (
          <Notice tone="info" title="Review before using">
            These documents are in your DocuSeal account and are filled from the case. Have an attorney check the
            wording for your state, and edit it in DocuSeal. Choose on each template’s page which ones to prepare for
            every new case.
          </Notice>
        )}
        <Group data-dialog-foot justify="flex-end" gap="xs">
          {run.problem && <Button onClick={onAgain}>Try again</Button>}
          {/* The disabled button keeps its place, so that nothing moves at the end. */}
          <Button variant={run.problem ? 'default' : 'filled'} disabled={isRunning} onClick={onClose}>
            {createdCount === all ? 'Done' : 'Close'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const Problem = ({ problem }: { problem: string }) => {
  const mayConnect = useCan()('signing:connect');
  return (
    <Notice tone="problem" title="Some documents could not be created">
      {problem} Finished documents are kept. Try again to create the rest.
      {mayConnect && (
        <>
          {' '}
          <Link to={paths.signing}>E-signature settings</Link>
        </>
      )}
    </Notice>
  );
};

const UsualPapersMissing = ({ missing, onMake }: { missing: readonly StandardDocumentKind[]; onMake: () => void }) => (
  <div className={classes.row}>
    <span className={classes.grow}>
      <strong>Not created yet</strong>
      <br />
      <span className={classes.dim}>{missing.map((kind) => templateTypeLabels[kind]).join(', ')}</span>
    </span>
    <Button variant="default" onClick={onMake}>
      {missing.length === 1 ? 'Create it' : `Create ${missing.length} documents`}
    </Button>
  </div>
);

const newTemplateFields: readonly FieldShape[] = [
  ...templateFields,
  {
    name: 'number',
    label: 'DocuSeal template ID',
    kind: 'integer',
    help: 'The number in the template’s URL, such as 41 in docuseal.com/templates/41.',
  },
  { name: 'in_default_set', label: 'Include in new requests by default', kind: 'checkbox' },
];
const newTemplate = {
  name: '',
  template_type: 'cremation_authorization' as TemplateType,
  number: '',
  in_default_set: false,
};

const AddTemplate = ({ onClose }: { onClose: () => void }) => {
  const creation = useCreateTemplate();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const { form, ...sent } = useSentForm({
    start: newTemplate,
    send: ({ number, ...values }) => {
      const id = Number.parseInt(number.replace(/\D/g, ''), 10);
      const body = { ...values, docuseal_template_id: id > 0 ? id : undefined };
      return creation.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    done: 'Template added',
    onDone: ({ id }) => navigate(paths.signatureTemplate(id)),
  });
  return (
    <FormDialog title="Add template" withCloseButton={false} submit="Add template" {...sent} onClose={onClose}>
      <FormFields form={form} fields={newTemplateFields} />
    </FormDialog>
  );
};

const fieldCount = (count: number): string => `${count} ${count === 1 ? 'field' : 'fields'}`;

const State = ({ template }: { template: SignatureTemplate }) => {
  const { docuseal_template_id, is_active, is_missing, unmapped } = template;
  if (is_missing) return <Chip tone="danger">Deleted in DocuSeal</Chip>;
  if (docuseal_template_id === null) return <Chip tone="warn">Not connected</Chip>;
  if (!is_active) return unmapped.length > 0 ? <Chip tone="warn">Check its fields</Chip> : <Chip>Inactive</Chip>;
  if (unmapped.length > 0) return <Chip tone="warn">{fieldCount(unmapped.length)} undecided</Chip>;
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
        {[typeBeside(template), template.in_default_set && 'included by default', template.description]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    <State template={template} />
  </li>
);

const statusOf = ({
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
    updated > 0 && `${updated} updated`,
    deactivated > 0 && `${deactivated} deleted in DocuSeal`,
  ].filter(Boolean);
  return parts.length > 0 ? `Templates: ${parts.join(', ')}` : 'DocuSeal has no templates yet';
};

export const TemplatesPage = () => {
  useDocumentTitle('Signature templates');
  const can = useCan();
  const query = useQuery(templatesQuery(useApi()));
  const templates = query.data?.results;
  const isAllowed = can('signature:manage-templates');
  const missing = isAllowed && templates ? missingStandardDocuments(templates) : [];
  const usual = useStandardDocuments();
  const sync = useSyncTemplates();
  const isEmpty = templates?.length === 0;
  const read = isAllowed && (
    <Button
      variant={isEmpty ? 'default' : 'filled'}
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
      loading={sync.isPending}
      onClick={() =>
        sync.mutate(undefined, { onSuccess: (found) => toastSuccess(statusOf(found)), onError: toastFailure })
      }
    >
      Sync from DocuSeal
    </Button>
  );
  const add = isAllowed && (
    <DialogOpener
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      dialog={(onClose) => <AddTemplate onClose={onClose} />}
    >
      Add template
    </DialogOpener>
  );
  return (
    <>
      <PageHeader
        back={{ to: paths.signatures, label: 'Signatures' }}
        title="Signature templates"
        lead="Each template maps case information to a DocuSeal template."
        actions={
          <>
            {add}
            {read}
          </>
        }
      />
      <div className={classes.panel}>
        {!templates && <QueryState query={query} rows={3} height={72} lines={2} />}
        {isEmpty && (
          <EmptyState
            icon={<IconTemplate size={40} stroke={1.2} />}
            title="No templates yet"
            text={
              isAllowed
                ? 'Start with the standard documents: cremation and embalming authorizations, Statement agreement, identification and release of remains. We create them in your DocuSeal account and fill them from the case. Or sync the forms you already have.'
                : 'Administrators add the forms that families sign.'
            }
            action={isAllowed && <Button onClick={() => usual.begin(missing)}>Create standard documents</Button>}
          />
        )}
        <ul className={classes.rows}>
          {templates?.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
          {!isEmpty && missing.length > 0 && (
            <li>
              <UsualPapersMissing missing={missing} onMake={() => usual.begin(missing)} />
            </li>
          )}
        </ul>
      </div>
      {usual.run && <UsualPapersDialog run={usual.run} onAgain={usual.retry} onClose={usual.close} />}
    </>
  );
};

import { Anchor, Button } from '@mantine/core';
import { IconPlus, IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SignatureTemplate } from '#domain/signatures/signature-template.schema.ts';
import { missingStandardDocuments } from '#domain/signatures/standard-document-kinds.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { AddTemplate } from './add-template.tsx';
import { useSyncTemplates } from './mutations.ts';
import { templatesQuery } from './queries.ts';
import classes from './signatures.module.css';
import { UsualPapersDialog, UsualPapersMissing } from './standard-documents.tsx';
import { useUsualPapers } from './use-standard-documents.ts';

const fieldCount = (count: number): string => `${count} ${count === 1 ? 'field' : 'fields'}`;

const State = ({ template }: { template: SignatureTemplate }) => {
  const { docuseal_template_id, is_active, is_missing, unmapped } = template;
  if (is_missing) return <Chip tone="danger">Gone at DocuSeal</Chip>;
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
  const missing = isAllowed && templates ? missingStandardDocuments(templates) : [];
  const usual = useUsualPapers();
  const sync = useSyncTemplates();
  const isEmpty = templates?.length === 0;
  const read = isAllowed && (
    <Button
      variant={isEmpty ? 'default' : 'filled'}
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
        {isEmpty && (
          <EmptyState
            icon={<IconTemplate size={40} stroke={1.2} />}
            title="No templates yet"
            text={
              isAllowed
                ? 'Begin with the usual documents: cremation and embalming authorization, the agreement to the Statement, identification and release of remains. They are made in your DocuSeal account and filled from the case. Or read the forms that you have there.'
                : 'Administrators add the forms that families sign.'
            }
            action={isAllowed && <Button onClick={() => usual.begin(missing)}>Create the usual documents</Button>}
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
      {usual.run && <UsualPapersDialog run={usual.run} onAgain={usual.again} onClose={usual.close} />}
      {adding && <AddTemplate onClose={() => setAdding(false)} />}
    </>
  );
};

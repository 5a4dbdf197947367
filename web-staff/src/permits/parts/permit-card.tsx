import { Anchor, Button, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPaperclip, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { comparableNumber, permitFields } from '#domain/permits/permit.fields.ts';
import { duplicateCheckMs, permitErrors } from '#domain/permits/permit.rules.ts';
import { permitMessages } from '#domain/permits/permit-names.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { useDocumentLink } from '../../documents/mutations.ts';
import { DocumentPreview } from '../../documents/parts/document-preview.tsx';
import { documentsQuery } from '../../documents/queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { downloadFromUrl } from '../../ui/download.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import { useUpdatePermit } from '../mutations.ts';
import classes from './permits.module.css';

const PermitScan = ({ caseId, permit, canEdit }: { caseId: string; permit: Permit; canEdit: boolean }) => {
  const documents = useQuery(documentsQuery(useApi(), caseId)).data?.results ?? [];
  const updating = useUpdatePermit(caseId);
  const link = useDocumentLink();
  const [isOpen, setOpen] = useState(false);
  const scan = documents.find(({ id }) => id === permit.scan);
  const ready = documents.filter(({ state, id }) => state === 'ready' && id !== permit.scan);
  const attach = (id: string | null) => updating.mutate({ permitId: permit.id, body: { scan: id } });
  const download = async (id: string) => {
    try {
      downloadFromUrl(await link.mutateAsync({ id, disposition: 'attachment' }));
    } catch {
      toastError('Failed to download document');
    }
  };
  const open = () => {
    if (scan?.can_preview) setOpen(true);
    else if (scan) void download(scan.id);
  };
  return (
    <div className={classes.scan}>
      {scan && (
        <Anchor component="button" type="button" className={classes.file} onClick={open}>
          {scan.file_name}
        </Anchor>
      )}
      {canEdit && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              loading={updating.isPending}
              leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
              aria-label={scan ? `Change scan: ${permit.permit_name}` : `Attach a scan to ${permit.permit_name}`}
            >
              {scan ? 'Change' : 'Attach a scan'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ready.length === 0 && <Menu.Label>Upload the scan under Documents first.</Menu.Label>}
            {ready.map(({ id, file_name }) => (
              <Menu.Item key={id} onClick={() => attach(id)}>
                {file_name}
              </Menu.Item>
            ))}
            {permit.scan && <Menu.Item onClick={() => attach(null)}>Remove the scan</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      {scan && isOpen && (
        <DocumentPreview document={scan} onDownload={() => void download(scan.id)} onClose={() => setOpen(false)} />
      )}
    </div>
  );
};

interface PermitCardProps {
  caseId: string;
  permit: Permit;
  others: readonly Permit[];
  today: string;
  canEdit: boolean;
  editing: boolean;
  onEdit: (open: boolean) => void;
  onDelete: () => void;
}

export const PermitCard = ({ editing, onEdit, onDelete, canEdit, ...props }: PermitCardProps) => {
  const { caseId, permit, today } = props;
  const updating = useUpdatePermit(caseId);
  if (editing && canEdit) return <PermitEditor {...props} onClose={() => onEdit(false)} />;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.name}>{permit.permit_name}</h3>
        {canEdit && (
          <>
            <IconButton icon={IconPencil} label={`Edit ${permit.permit_name}`} onClick={() => onEdit(true)} />
            <IconButton icon={IconTrash} label={`Delete ${permit.permit_name}`} onClick={onDelete} />
          </>
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.number}>{permit.permit_number}</div>
        <Facts permit={permit} />
        <PermitScan caseId={caseId} permit={permit} canEdit={canEdit} />
        {canEdit && !permit.returned_date && (
          <Button
            variant="subtle"
            className={classes.returned}
            loading={updating.isPending}
            aria-label={`Mark as returned: ${permit.permit_name}`}
            onClick={() => updating.mutate({ permitId: permit.id, body: { returned_date: today } })}
          >
            Mark as returned
          </Button>
        )}
      </div>
    </li>
  );
};

const Facts = ({ permit }: { permit: Permit }) => {
  const { issuing_authority, issue_date, expiry_date, returned_date, notes, is_expired } = permit;
  const issued = [issuing_authority, issue_date && `issued ${formatDate(issue_date)}`].filter(Boolean).join(' · ');
  return (
    <>
      {issued && <div className={classes.dim}>{issued}</div>}
      {expiry_date && (
        <div className={classes.state} data-expired={is_expired || undefined}>
          {is_expired && <Chip tone="danger">Expired</Chip>} Expires {formatDate(expiry_date)}
        </div>
      )}
      {returned_date && (
        <div className={classes.state}>
          <Chip tone="ok">Returned</Chip> {formatDate(returned_date)}
        </div>
      )}
      {notes && <div className={classes.notes}>{notes}</div>}
    </>
  );
};

const [nameField, numberField] = permitFields;
/** A stable function, so that React calls it only when the field appears. */
export const focusOnce = (input: HTMLElement | null) => input?.focus();

/** Returns whether a number that is being typed is another permit's, once typing pauses (D3 §4). */
export const useSettledDuplicate = (typed: unknown, otherNumbers: readonly string[]): boolean => {
  const number = comparableNumber(typed);
  const [settled] = useDebouncedValue(number, duplicateCheckMs);
  return number !== '' && settled === number && otherNumbers.some((other) => comparableNumber(other) === number);
};

type PermitEditorProps = Omit<PermitCardProps, 'canEdit' | 'editing' | 'onEdit' | 'onDelete'> & { onClose: () => void };

/** Changes only name and number of a permit (D3 §2). */
const PermitEditor = ({ caseId, permit, others, today, onClose }: PermitEditorProps) => {
  const updating = useUpdatePermit(caseId);
  const otherNumbers = others.map(({ permit_number }) => permit_number);
  const form = useValuesForm({ permit_name: permit.permit_name, permit_number: permit.permit_number }, (values) => {
    const { permit_name, permit_number } = permitErrors(values, { otherNumbers, today });
    return { ...(permit_name ? { permit_name } : {}), ...(permit_number ? { permit_number } : {}) };
  });
  const isTaken = useSettledDuplicate(form.values.permit_number, otherNumbers);
  const save = () => {
    const { permit_name, permit_number } = form.values;
    const body = { permit_name: String(permit_name), permit_number: String(permit_number) };
    updating.mutate({ permitId: permit.id, body }, { onSuccess: onClose, onError: form.refuse });
  };
  const number = form.bind(numberField);
  return (
    <li className={classes.card} data-editing>
      <form
        noValidate
        aria-label={`Edit ${permit.permit_name}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isSound && !updating.isPending) save();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      >
        <div className={classes.fields}>
          <FieldInput {...form.bind(nameField)} required inputRef={focusOnce} />
          <FieldInput
            {...number}
            required
            error={
              isTaken || number.error === permitMessages.numberTaken ? permitMessages.numberTakenInline : number.error
            }
          />
        </div>
        <div className={classes.foot}>
          <Button type="submit" disabled={!form.isSound} loading={updating.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  );
};

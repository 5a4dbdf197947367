import { Anchor, Button, Menu } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permit } from '#domain/permits/permit.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { useDocumentLink } from '../../documents/mutations.ts';
import { DocumentPreview } from '../../documents/parts/document-preview.tsx';
import { documentsQuery } from '../../documents/queries.ts';
import { downloadFromUrl } from '../../ui/download-from-url.ts';
import { toastError, toastRefused, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useUpdatePermit } from '../mutations.ts';
import classes from './permits.module.css';

interface PermitScanProps {
  caseId: string;
  permit: Permit;
  canEdit: boolean;
}

/** The scan of a permit: a document of its case, opened here, chosen from those that the case has, and taken off again. */
export const PermitScan = ({ caseId, permit, canEdit }: PermitScanProps) => {
  const documents = useQuery(documentsQuery(useApi(), caseId)).data?.results ?? [];
  const updating = useUpdatePermit(caseId);
  const link = useDocumentLink();
  const [isOpen, setOpen] = useState(false);
  const scan = documents.find(({ id }) => id === permit.scan);
  const ready = documents.filter(({ state, id }) => state === 'ready' && id !== permit.scan);
  const attach = async (id: string | null) => {
    try {
      await updating.mutateAsync({ permitId: permit.id, body: { scan: id } });
      toastSuccess('Permit updated successfully');
    } catch (error) {
      toastRefused(error, 'Failed to update permit');
    }
  };
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
              aria-label={scan ? `Change the scan of ${permit.permit_name}` : `Attach a scan to ${permit.permit_name}`}
            >
              {scan ? 'Change' : 'Attach a scan'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ready.length === 0 && <Menu.Label>Upload the scan under Documents first.</Menu.Label>}
            {ready.map(({ id, file_name }) => (
              <Menu.Item key={id} onClick={() => void attach(id)}>
                {file_name}
              </Menu.Item>
            ))}
            {permit.scan && <Menu.Item onClick={() => void attach(null)}>Remove the scan</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      {scan && isOpen && (
        <DocumentPreview document={scan} onDownload={() => void download(scan.id)} onClose={() => setOpen(false)} />
      )}
    </div>
  );
};

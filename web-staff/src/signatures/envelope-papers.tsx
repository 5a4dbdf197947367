import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SignatureEnvelope, SignedFileType } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { Chip } from '../ui/chip.tsx';
import { downloadFromUrl } from '../ui/download-from-url.ts';
import { failureText, toastError } from '../ui/feedback/toasts.tsx';
import { useSignedFile, useSignedZip } from './mutations.ts';
import { Panel } from './panel.tsx';
import classes from './signatures.module.css';

const kinds = { template: 'Form', statement: 'Statement', document: 'Document of the case' } as const;
const icon = <IconDownload size={16} stroke={1.6} aria-hidden />;

const notLoaded = (error: unknown): void => {
  const text = failureText(error);
  if (text) toastError(`${signatureMessages.downloadFailed}. ${text}`);
};

interface KeptFileProps {
  envelope: SignatureEnvelope;
  file: { name: string; document_id: string };
  type: SignedFileType;
}

const about: Readonly<Record<SignedFileType, string>> = {
  signed: 'Signed, among the documents of the case',
  audit: 'Who signed when, as DocuSeal recorded it',
};

/** A file that signing has left among the documents of the case. */
const KeptFile = ({ envelope, file: { name, document_id }, type }: KeptFileProps) => {
  const file = useSignedFile(envelope.id);
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <strong>{name}</strong>
        <br />
        <span className={classes.dim}>{about[type]}</span>
      </span>
      <Button
        variant="default"
        aria-label={`Download ${name}, ${type === 'signed' ? 'signed' : 'audit log'}`}
        loading={file.isPending}
        leftSection={icon}
        onClick={() => file.mutate({ type, document_id }, { onSuccess: downloadFromUrl, onError: notLoaded })}
      >
        Download
      </Button>
    </li>
  );
};

const EveryFile = ({ id }: { id: string }) => {
  const zip = useSignedZip(id);
  return (
    <Button
      variant="default"
      leftSection={icon}
      loading={zip.isPending}
      onClick={() => zip.mutate(undefined, { onSuccess: downloadFromUrl, onError: notLoaded })}
    >
      All as ZIP
    </Button>
  );
};

/** The papers of a request, and behind them the signed ones. */
export const EnvelopePapers = ({ envelope }: { envelope: SignatureEnvelope }) => (
  <Panel
    title={`Documents (${envelope.documents.length})`}
    note={envelope.signed_documents.length > 0 ? <EveryFile id={envelope.id} /> : undefined}
  >
    <ul className={classes.rows}>
      {envelope.documents.map(({ id, name, kind, superseded_by, roles }) => (
        <li key={id} className={classes.row}>
          <span className={classes.grow}>
            <strong>{name}</strong> {superseded_by !== null && <Chip tone="warn">Superseded</Chip>}
            <br />
            <span className={classes.dim}>
              {kinds[kind]} · {roles.length} {roles.length === 1 ? 'person signs' : 'people sign'}
            </span>
          </span>
        </li>
      ))}
      {envelope.signed_documents.map((file) => (
        <KeptFile key={file.document_id} envelope={envelope} file={file} type="signed" />
      ))}
      {envelope.audit_documents.map((file) => (
        <KeptFile key={file.document_id} envelope={envelope} file={file} type="audit" />
      ))}
    </ul>
  </Panel>
);

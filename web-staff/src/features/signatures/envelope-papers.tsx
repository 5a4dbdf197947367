import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { useDocumentLink } from '../../entities/documents/mutations.ts';
import { Chip } from '../../ui/chip.tsx';
import { failureText, toastError } from '../../ui/toasts.tsx';
import { Panel } from './panel.tsx';
import classes from './signatures.module.css';

const kinds = { template: 'Form', statement: 'Statement', document: 'Document of the case' } as const;

const SignedFile = ({ name, id }: { name: string; id: string }) => {
  const link = useDocumentLink();
  const open = () =>
    link.mutate(
      { id, disposition: 'attachment' },
      {
        onSuccess: (url) => window.location.assign(url),
        onError: (error) => failureText(error) && toastError(documentMessages.downloadFailed),
      },
    );
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <strong>{name}</strong>
        <br />
        <span className={classes.dim}>Signed, among the documents of the case</span>
      </span>
      <Button
        variant="default"
        loading={link.isPending}
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        onClick={open}
      >
        Download
      </Button>
    </li>
  );
};

/** The papers of a request, and behind them the signed ones. */
export const EnvelopePapers = ({ envelope }: { envelope: SignatureEnvelope }) => (
  <Panel title={`Documents (${envelope.documents.length})`}>
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
      {envelope.signed_documents.map(({ name, document_id }) => (
        <SignedFile key={document_id} name={name} id={document_id} />
      ))}
    </ul>
  </Panel>
);

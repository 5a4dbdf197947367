import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import type { Document } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { useIsPhone } from '../../ui/page/use-screen-width.ts';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';
import { useDocumentLink } from '../mutations.ts';
import classes from './document-preview.module.css';

interface DocumentPreviewProps {
  document: Document;
  onDownload: () => void;
  onClose: () => void;
}

/** The file comes from another origin and with its detected type, so it cannot act as the site. */
export const DocumentPreview = ({ document, onDownload, onClose }: DocumentPreviewProps) => {
  const { id, file_name, content_type } = document;
  useRestoreFocus();
  const isPhone = useIsPhone();
  const { mutate, data, isError, error } = useDocumentLink();
  useEffect(() => mutate({ id, disposition: 'inline' }), [mutate, id]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={file_name}
      size="xl"
      // Above the panel that opens it.
      zIndex={400}
      fullScreen={isPhone ?? false}
      closeButtonProps={{ 'aria-label': 'Close the document', size: 44 }}
    >
      {isError && (
        <ErrorState
          title={documentMessages.downloadFailed}
          error={error}
          onRetry={() => mutate({ id, disposition: 'inline' })}
        />
      )}
      {!data && !isError && <RowsSkeleton rows={6} />}
      {data &&
        (content_type === 'application/pdf' ? (
          <Pages title={file_name} source={data} />
        ) : (
          <img className={classes.picture} alt={file_name} src={data} referrerPolicy="no-referrer" />
        ))}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDownload}>
          Download
        </Button>
      </div>
    </Modal>
  );
};

/** Browsers of many phones cannot show a PDF inside a page. */
const Pages = ({ title, source }: { title: string; source: string }) =>
  navigator.pdfViewerEnabled === false ? (
    <EmptyState
      title="This browser cannot display PDFs here."
      text="It will open in a new tab."
      action={
        <Button component="a" href={source} target="_blank" rel="noreferrer">
          Open the PDF
        </Button>
      }
    />
  ) : (
    <iframe className={classes.pages} title={title} src={source} referrerPolicy="no-referrer" />
  );

import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Document } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { useDocumentLink } from '../../../entities/documents/mutations.ts';
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx';
import classes from './documents.module.css';

interface DocumentPreviewProps {
  document: Document;
  onDownload: () => void;
  onClose: () => void;
}

/**
 * A document in the page. It comes from the host of files, which is another one than the site's, as the type that it was
 * found to be: nothing in it can act as the site.
 */
export const DocumentPreview = ({ document, onDownload, onClose }: DocumentPreviewProps) => {
  const { id, file_name, content_type } = document;
  const isPhone = useMediaQuery('(max-width: 48em)');
  const { mutate, data, isError, error } = useDocumentLink();
  useEffect(() => mutate({ id, disposition: 'inline' }), [mutate, id]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={file_name}
      size="xl"
      // Over the panel that it is opened from.
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
          <iframe className={classes.pages} title={file_name} src={data} referrerPolicy="no-referrer" />
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

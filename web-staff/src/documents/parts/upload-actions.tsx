import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Upload, Uploads } from './uploads.ts';

/** What can be done with a file that is not through: send it again, or leave it. */
export const UploadActions = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { key, name, state } = upload;
  if (state === 'sending' || state === 'waiting') return null;
  return (
    <>
      {state === 'failed' && (
        <Button variant="default" onClick={() => uploads.retry(key)}>
          Try again
        </Button>
      )}
      <ActionIcon variant="subtle" size={44} aria-label={`Dismiss ${name}`} onClick={() => uploads.dismiss(key)}>
        <IconX size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
};

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import } from '#domain/imports/import.schema.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { importKeys } from './keys.ts';

export const DiscardButton = ({ importRecord }: { importRecord: Import }) => {
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const discard = useMutation({
    mutationFn: () => call(importEndpoints.discard, { params: { id: importRecord.id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: importKeys.one(importRecord.id) });
      void client.invalidateQueries({ queryKey: importKeys.list });
      toastSuccess(`${importRecord.file_name} discarded`);
      void navigate(paths.imports);
    },
    onError: toastFailure,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmModal
        opened={asking}
        title={`Discard ${importRecord.file_name}?`}
        confirmLabel="Discard"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      >
        Nothing has been imported. Your file is not affected.
      </ConfirmModal>
    </>
  );
};

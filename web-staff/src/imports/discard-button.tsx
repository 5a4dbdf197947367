import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import } from '#domain/imports/import.schema.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { importKeys } from './keys.ts';

export const DiscardButton = ({ importRecord: { id, file_name } }: { importRecord: Import }) => {
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const discard = async () => {
    await call(importEndpoints.discard, { params: { id } });
    client.removeQueries({ queryKey: importKeys.one(id) });
    void client.invalidateQueries({ queryKey: importKeys.list });
    toastSuccess(`${file_name} discarded`);
    void navigate(paths.imports);
  };
  const text = 'Nothing has been imported. Your file is not affected.';
  return (
    <ConfirmButton
      ask={{ title: `Discard ${file_name}?`, confirmLabel: 'Discard', danger: true, action: discard, text }}
    >
      Discard
    </ConfirmButton>
  );
};

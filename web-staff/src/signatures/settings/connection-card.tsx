import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SigningConnection, signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { SettingsCard, SettingsFacts } from '../../ui/page/settings-card.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import type { Wanted } from './wanted.ts';

interface ConnectionCardProps {
  connection: SigningConnection;
  onWanted: (wanted: Wanted) => void;
  onChanged: () => void;
}

/** Which account it is, and the ways to change or end it. */
export const ConnectionCard = ({ connection, onWanted, onChanged }: ConnectionCardProps) => {
  const call = useApi();
  const [ending, setEnding] = useState(false);
  const { services, service, account, connected_at, connected_by_name } = connection;
  const end = useMutation({
    mutationFn: () => call(signingConnectionEndpoints.disconnect, {}),
    onSuccess: () => {
      toastSuccess('DocuSeal is disconnected');
      setEnding(false);
      onChanged();
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <SettingsCard
      title="Account"
      actions={
        <>
          <Button variant="default" onClick={() => onWanted('key')}>
            Change the key
          </Button>
          <Button variant="default" color="red" onClick={() => setEnding(true)}>
            Disconnect
          </Button>
        </>
      }
    >
      <SettingsFacts
        facts={[
          { label: 'Service', value: services.find(({ id }) => id === service)?.label ?? service },
          { label: 'Account', value: account || '—' },
          { label: 'API key', value: 'Stored, and shown to nobody' },
          {
            label: 'Connected',
            value: (
              <>
                {connected_at && <TimeAgo at={connected_at} />} by {connected_by_name}
              </>
            ),
          },
        ]}
      />
      <ConfirmModal
        opened={ending}
        title="Disconnect DocuSeal?"
        confirmLabel="Disconnect"
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setEnding(false)}
      >
        Key and secret are forgotten. Papers that are out for signature can still be signed at DocuSeal, but their
        signed copies do not come here until DocuSeal is connected again.
      </ConfirmModal>
    </SettingsCard>
  );
};

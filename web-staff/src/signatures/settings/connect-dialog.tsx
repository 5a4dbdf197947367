import { Modal, NativeSelect, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import { type SigningConnection, signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { showFieldErrors } from '../../ui/feedback/field-errors.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';

export type Wanted = 'connect' | 'key' | 'secret';

interface ConnectDialogProps {
  connection: SigningConnection;
  wanted: Wanted;
  onClose: () => void;
  onConnected: () => void;
}

const titles: Record<Wanted, string> = { connect: 'Connect DocuSeal', key: 'Change API key', secret: 'Webhook secret' };
const submits: Record<Wanted, string> = { connect: 'Connect', key: 'Save Changes', secret: 'Save Changes' };
const done: Record<Wanted, string> = {
  connect: 'DocuSeal is connected',
  key: 'API key saved',
  secret: 'Webhook secret saved',
};

/** Stored secrets are never shown. */
export const ConnectDialog = ({ connection, wanted, onClose, onConnected }: ConnectDialogProps) => {
  const call = useApi();
  const { services } = connection;
  const [service, setService] = useState(connection.service ?? services[0]?.id ?? '');
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const connect = useMutation({
    mutationFn: () =>
      call(signingConnectionEndpoints.connect, {
        body: { service, ...(key ? { api_key: key } : {}), ...(secret ? { webhook_secret: secret } : {}) },
      }),
    onSuccess: () => {
      toastSuccess(done[wanted]);
      onConnected();
    },
    onError: (error) => showFieldErrors(error, setErrors),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (connect.isPending) return;
    if (wanted !== 'secret' && !key) return setErrors({ api_key: [connectionMessages.keyRequired] });
    if (wanted === 'secret' && !secret) return setErrors({ webhook_secret: [connectionMessages.secretRequired] });
    setErrors({});
    connect.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={titles[wanted]} centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {wanted !== 'secret' && (
            <>
              {services.length > 1 && (
                <NativeSelect
                  label="Service"
                  value={service}
                  data={services.map(({ id, label }) => ({ value: id, label }))}
                  onChange={(event) => setService(event.currentTarget.value)}
                  error={errors.service?.[0]}
                />
              )}
              <PasswordInput
                label="API key"
                description="In DocuSeal, go to Settings > API. We test the key before saving it."
                required
                maxLength={200}
                autoComplete="off"
                data-autofocus
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                error={errors.api_key?.[0]}
              />
            </>
          )}
          {wanted !== 'key' && (
            <PasswordInput
              label="Webhook secret"
              description={
                wanted === 'connect'
                  ? 'You can add this later, after the key is saved.'
                  : 'Starts with whsec_. Find it next to the webhook in DocuSeal.'
              }
              required={wanted === 'secret'}
              maxLength={200}
              autoComplete="off"
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
              error={errors.webhook_secret?.[0]}
            />
          )}
          <DialogButtons submit={submits[wanted]} busy={connect.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

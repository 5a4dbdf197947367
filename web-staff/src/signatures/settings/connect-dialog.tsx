import { PasswordInput } from '@mantine/core';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import { type SigningConnection, signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { FieldInput, lineProps } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';

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

const secretField = (wanted: Wanted): FieldShape => ({
  name: 'webhook_secret',
  label: 'Webhook secret',
  kind: 'text',
  maxLength: 200,
  help:
    wanted === 'connect'
      ? 'You can add this later, after the key is saved.'
      : 'Starts with whsec_. Find it next to the webhook in DocuSeal.',
  requiredIf: wanted === 'secret',
});
const keyField: FieldShape = {
  name: 'api_key',
  label: 'API key',
  kind: 'text',
  maxLength: 200,
  requiredIf: true,
  isFirst: true,
  help: 'In DocuSeal, go to Settings > API. We test the key before saving it.',
};

/** Stored secrets are never shown. */
export const ConnectDialog = ({ connection, wanted, onClose, onConnected }: ConnectDialogProps) => {
  const call = useApi();
  const { services } = connection;
  const { form, ...sent } = useSentForm({
    start: { service: connection.service ?? services[0]?.id ?? '', api_key: '', webhook_secret: '' },
    judge: ({ api_key, webhook_secret }): FieldErrors => {
      if (wanted === 'secret') return webhook_secret ? {} : { webhook_secret: [connectionMessages.secretRequired] };
      return api_key ? {} : { api_key: [connectionMessages.keyRequired] };
    },
    send: ({ service, api_key, webhook_secret }) =>
      call(signingConnectionEndpoints.connect, {
        body: { service, api_key: api_key || undefined, webhook_secret: webhook_secret || undefined },
      }),
    done: done[wanted],
    onDone: onConnected,
  });
  const serviceField: FieldShape = {
    name: 'service',
    label: 'Service',
    kind: 'chosen',
    options: services.map(({ id, label }) => ({ value: id, label })),
  };
  const secrets = [...(wanted === 'secret' ? [] : [keyField]), ...(wanted === 'key' ? [] : [secretField(wanted)])];
  return (
    <FormDialog title={titles[wanted]} submit={submits[wanted]} {...sent} onClose={onClose}>
      {wanted !== 'secret' && services.length > 1 && <FieldInput {...form.bind(serviceField)} />}
      {secrets.map((field) => (
        <PasswordInput key={field.name} {...lineProps(form.bind(field))} />
      ))}
    </FormDialog>
  );
};

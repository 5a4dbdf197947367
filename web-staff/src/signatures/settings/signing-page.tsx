import { Button, PasswordInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import {
  type SigningConnection,
  type SigningHealth,
  signingConnectionEndpoints,
} from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { copyAddress } from '../../ui/copy-link.ts';
import { ConfirmButton } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/states.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput, lineProps } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards, SettingsFacts } from '../../ui/page/settings-card.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { exactTime } from '../../ui/time/time-text.ts';
import { signingConnectionQuery, signingHealthQuery } from '../queries.ts';
import classes from './signing-page.module.css';

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

interface WebhookCardProps {
  connection: SigningConnection;
  onWanted: (wanted: Wanted) => void;
}

/** The last webhook was rejected, and none has arrived since. */
const isRefused = ({ webhook_last_refused_at: refused, webhook_last_received_at: received }: SigningConnection) =>
  refused !== null && (received === null || refused > received);

const WebhookCard = ({ connection, onWanted }: WebhookCardProps) => {
  const { webhook_url, has_webhook_secret, webhook_last_received_at } = connection;
  return (
    <SettingsCard
      title="Webhooks"
      actions={
        <Button variant="default" onClick={() => onWanted('secret')}>
          {has_webhook_secret ? 'Change webhook secret' : 'Save webhook secret'}
        </Button>
      }
    >
      {isRefused(connection) && (
        <Notice tone="problem" title="The last webhook was rejected">
          The signature did not match. Copy the webhook secret from DocuSeal again.
        </Notice>
      )}
      <ol className={classes.steps}>
        <li>
          In DocuSeal, go to Settings {'>'} Webhooks, add this address, and select all form and submission events.
        </li>
        <li>Then copy the webhook secret and save it here.</li>
      </ol>
      <SettingsFacts
        facts={[
          {
            label: 'Address',
            value: (
              <span className={classes.address}>
                <span>{webhook_url}</span>
                <IconButton
                  icon={IconCopy}
                  label="Copy the address"
                  onClick={() => void copyAddress(webhook_url ?? '')}
                />
              </span>
            ),
          },
          { label: 'Secret', value: has_webhook_secret ? 'Saved (hidden)' : 'Not set' },
          {
            label: 'Last webhook',
            value: webhook_last_received_at ? <TimeAgo at={webhook_last_received_at} /> : 'None yet',
          },
        ]}
      />
      <p>Without webhooks, updates from DocuSeal are checked periodically and may be delayed.</p>
    </SettingsCard>
  );
};

interface ConnectionCardProps {
  connection: SigningConnection;
  onWanted: (wanted: Wanted) => void;
  onChanged: () => void;
}

const ConnectionCard = ({ connection, onWanted, onChanged }: ConnectionCardProps) => {
  const call = useApi();
  const { services, service, account, connected_at, connected_by_name } = connection;
  const disconnect = async () => {
    await call(signingConnectionEndpoints.disconnect, {});
    toastSuccess('DocuSeal is disconnected');
    onChanged();
  };
  return (
    <SettingsCard
      title="Account"
      actions={
        <>
          <Button variant="default" onClick={() => onWanted('key')}>
            Change API key
          </Button>
          <ConfirmButton
            color="red"
            ask={{
              title: 'Disconnect DocuSeal?',
              confirmLabel: 'Disconnect',
              danger: true,
              action: disconnect,
              text: 'The API key and secret will be deleted. Documents out for signature can still be signed in DocuSeal, but signed copies will not arrive until you reconnect.',
            }}
          >
            Disconnect
          </ConfirmButton>
        </>
      }
    >
      <SettingsFacts
        facts={[
          { label: 'Service', value: services.find(({ id }) => id === service)?.label ?? service },
          { label: 'Account', value: account || '—' },
          { label: 'API key', value: 'Saved (hidden)' },
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
    </SettingsCard>
  );
};

const pausedText = ({ paused_until }: SigningHealth): string =>
  paused_until ? ` Next attempt at ${exactTime(paused_until)}.` : '';

const wordsOf = (health: SigningHealth): { title: string; text: string } => {
  if (health.status === 'ok')
    return {
      title: 'DocuSeal is connected',
      text: `The API key works. Response time ${health.docuseal.latency_ms} ms.`,
    };
  if (health.docuseal.reachable && !health.docuseal.authenticated)
    return {
      title: 'API key rejected',
      text: `${health.detail}. Change the key. Signature requests will wait until then.`,
    };
  return {
    title: 'DocuSeal is down',
    text: `${health.detail} Signature requests will be sent automatically when DocuSeal is back.${pausedText(health)}`,
  };
};

const HealthNotice = () => {
  const health = useQuery(signingHealthQuery(useApi()));
  const words = health.data && wordsOf(health.data);
  return (
    <Notice tone={health.data && health.data.status !== 'ok' ? 'problem' : 'info'} title={words?.title ?? 'DocuSeal'}>
      <p>{health.isError ? 'DocuSeal status unknown.' : (words?.text ?? 'Checking DocuSeal…')}</p>
      <Button mt="sm" variant="default" loading={health.isFetching} onClick={() => void health.refetch()}>
        Test the connection
      </Button>
    </Notice>
  );
};

export const SigningPage = () => {
  useDocumentTitle('E-signatures');
  const can = useCan();
  return (
    <>
      <PageHeader title="E-signatures" lead="Collect signatures by email or in person through your DocuSeal account." />
      {can('signing:connect') ? <Connection /> : <EmptyState title="Owners only" text="Ask an owner." />}
    </>
  );
};

const Connection = () => {
  const call = useApi();
  const query = useQuery({ ...signingConnectionQuery(call), staleTime: 0 });
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Wanted>();
  if (query.data === undefined) {
    return <QueryState query={query} rows={3} height={120} />;
  }
  const changed = (): void => {
    setWanted(undefined);
    void client.invalidateQueries({ queryKey: ['signing'] });
  };
  return (
    <>
      {query.data.connected ? (
        <Connected connection={query.data} onWanted={setWanted} onChanged={changed} />
      ) : (
        <EmptyState
          title="DocuSeal is not connected yet"
          text="You need a DocuSeal account and API key. Once connected, everyone can send documents for signature."
          action={<Button onClick={() => setWanted('connect')}>Connect DocuSeal</Button>}
        />
      )}
      {wanted && (
        <ConnectDialog
          connection={query.data}
          wanted={wanted}
          onClose={() => setWanted(undefined)}
          onConnected={changed}
        />
      )}
    </>
  );
};

interface ConnectedProps {
  connection: SigningConnection;
  onWanted: (wanted: Wanted) => void;
  onChanged: () => void;
}

const Connected = ({ connection, onWanted, onChanged }: ConnectedProps) => (
  <SettingsCards>
    <HealthNotice />
    <ConnectionCard connection={connection} onWanted={onWanted} onChanged={onChanged} />
    <WebhookCard connection={connection} onWanted={onWanted} />
  </SettingsCards>
);

import { ActionIcon, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { SigningConnection } from '#domain/signatures/signing-connection.endpoints.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { SettingsCard, SettingsFacts } from '../../ui/page/settings-card.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import classes from './signing-page.module.css';
import type { Wanted } from './wanted.ts';

interface WebhookCardProps {
  connection: SigningConnection;
  onWanted: (wanted: Wanted) => void;
}

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    toastSuccess('Address copied');
  } catch {
    toastError('The address could not be copied. Select it and copy it by hand.');
  }
};

/** The last announcement was refused, and none has come since. */
const isRefused = ({ webhook_last_refused_at: refused, webhook_last_received_at: received }: SigningConnection) =>
  refused !== null && (received === null || refused > received);

/** How DocuSeal tells the product what happened. */
export const WebhookCard = ({ connection, onWanted }: WebhookCardProps) => {
  const { webhook_url, has_webhook_secret, webhook_last_received_at } = connection;
  return (
    <SettingsCard
      title="Webhooks"
      actions={
        <Button variant="default" onClick={() => onWanted('secret')}>
          {has_webhook_secret ? 'Change the secret' : 'Store the secret'}
        </Button>
      }
    >
      {isRefused(connection) && (
        <Notice tone="problem" title="The last webhook was refused">
          Its signature did not fit the secret that is stored here. Copy the secret of the webhook from DocuSeal again.
        </Notice>
      )}
      <ol className={classes.steps}>
        <li>At DocuSeal, open Settings → Webhooks, add this address, and choose all form and submission events.</li>
        <li>Copy the secret that DocuSeal shows there, and store it here.</li>
      </ol>
      <SettingsFacts
        facts={[
          {
            label: 'Address',
            value: (
              <span className={classes.address}>
                <span>{webhook_url}</span>
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label="Copy the address"
                  onClick={() => void copy(webhook_url ?? '')}
                >
                  <IconCopy size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </span>
            ),
          },
          { label: 'Secret', value: has_webhook_secret ? 'Stored, and shown to nobody' : 'Not stored yet' },
          {
            label: 'Last webhook',
            value: webhook_last_received_at ? <TimeAgo at={webhook_last_received_at} /> : 'None yet',
          },
        ]}
      />
      <p>Without webhooks, DocuSeal is asked every now and then, and what happens there is seen later.</p>
    </SettingsCard>
  );
};

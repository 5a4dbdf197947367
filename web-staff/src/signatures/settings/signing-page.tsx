import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SigningConnection } from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsCards } from '../../ui/page/settings-card.tsx';
import { signingConnectionQuery } from '../connection/queries.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { HealthNotice } from './health-notice.tsx';
import type { Wanted } from './wanted.ts';
import { WebhookCard } from './webhook-card.tsx';

/** Connects the organization to DocuSeal and shows how that works. */
export const SigningPage = () => {
  useDocumentTitle('E-signatures');
  const can = useCan();
  return (
    <>
      <PageHeader
        title="E-signatures"
        lead="Papers are signed through the organization’s own DocuSeal account, by email or in person."
      />
      {can('signing:connect') ? <Connection /> : <EmptyState title="Owners set this up" text="Ask an owner." />}
    </>
  );
};

const Connection = () => {
  const call = useApi();
  const query = useQuery({ ...signingConnectionQuery(call), staleTime: 0 });
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Wanted>();
  if (query.data === undefined) {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <RowsSkeleton rows={3} height={120} />;
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
          text="You need an account at DocuSeal and an API key of it. Everybody can send papers for signature once it is connected."
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

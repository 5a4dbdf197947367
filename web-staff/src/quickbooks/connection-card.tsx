import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AccountingStatus } from '#domain/quickbooks/accounting.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { useDisconnect } from './mutations.ts';
import { useCompany } from './use-company.ts';
import { useConnect } from './use-connect.ts';

/** Which company it is, and the ways to connect it again or to end that. */
export const ConnectionCard = ({ status }: { status: AccountingStatus }) => {
  const can = useCan();
  const company = useCompany();
  const [, setParams] = useSearchParams();
  const connect = useConnect();
  const [ending, setEnding] = useState(false);
  const end = useDisconnect(company);
  const disconnect = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toastSuccess('QuickBooks is disconnected');
        setEnding(false);
        // The page of a further company is gone with it.
        if (company !== undefined) setParams({}, { replace: true });
      },
    });
  const facts = [
    { label: 'Company', value: status.company_name },
    { label: 'Company number', value: status.realm_id },
    {
      label: 'Connected',
      value: (
        <>
          {status.connected_at && <TimeAgo at={status.connected_at} />} by {status.connected_by_name}
        </>
      ),
    },
    {
      label: 'Holds without use until',
      value: status.refresh_expires_at && formatDate(status.refresh_expires_at.slice(0, 10)),
    },
  ];
  return (
    <SettingsCard
      title="Company"
      actions={
        can('accounting:connect') && (
          <>
            <Button
              variant={status.needs_reconnect ? 'filled' : 'default'}
              loading={connect.isPending}
              onClick={() => connect.mutate(false)}
            >
              Connect again
            </Button>
            <Button variant="default" color="red" onClick={() => setEnding(true)}>
              Disconnect
            </Button>
          </>
        )
      }
    >
      <SettingsFacts facts={facts} />
      <ConfirmModal
        opened={ending}
        title="Disconnect QuickBooks?"
        confirmLabel="Disconnect"
        danger
        busy={end.isPending}
        onConfirm={disconnect}
        onClose={() => setEnding(false)}
      >
        The company lets Stillwater in no more. What stands in its books stays there, and the chosen accounts are kept
        here.
        {status.companies.length > 1 &&
          ' Money of homes that keep their books in it waits until it is connected again, or another one is chosen for them.'}
      </ConfirmModal>
    </SettingsCard>
  );
};

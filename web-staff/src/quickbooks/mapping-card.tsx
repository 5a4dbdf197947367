import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountingAccount, AccountingSettingsRead } from '#domain/quickbooks/accounting.schema.ts';
import { type AccountingPart, accountingPartLabels, accountingParts } from '#domain/quickbooks/accounting-parts.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import { MappingForm } from './mapping-form.tsx';
import { accountingSettingsQuery, accountsQuery } from './queries.ts';
import { purposeLabels, taxLabels } from './quickbooks-labels.ts';
import { useCompany } from './use-company.ts';

const title = 'Accounts';

/** How money is booked: to be read, and to be changed by who may. */
export const MappingCard = () => {
  const call = useApi();
  const company = useCompany();
  const settings = useQuery(accountingSettingsQuery(call, company));
  const accounts = useQuery(accountsQuery(call, company));
  if (settings.data && accounts.data) return <Mapping settings={settings.data} accounts={accounts.data} />;
  const failed = [settings, accounts].find(({ isError }) => isError);
  return (
    <SettingsCard title={title}>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all([settings.refetch(), accounts.refetch()])} />
      ) : (
        <RowsSkeleton rows={6} height={40} />
      )}
    </SettingsCard>
  );
};

interface MappingProps {
  settings: AccountingSettingsRead;
  accounts: readonly AccountingAccount[];
}

const Mapping = ({ settings, accounts }: MappingProps) => {
  const may = useCan()('accounting:edit');
  const [editing, setEditing] = useState(false);
  if (editing) return <MappingForm settings={settings} accounts={accounts} onDone={() => setEditing(false)} />;
  const named = (id: string | null) => accounts.find((one) => one.id === id)?.name ?? 'Not chosen yet';
  const facts = [
    ...accountingParts.map((part: AccountingPart) => ({
      label: accountingPartLabels[part],
      value: named(settings.parts[part]),
    })),
    { label: purposeLabels.deposit, value: named(settings.deposit) },
    { label: purposeLabels.receivable, value: named(settings.receivable) },
    { label: purposeLabels.refund, value: named(settings.refund) },
    { label: 'Each home is a class', value: settings.classes ? 'Yes' : 'No' },
    { label: 'How sales tax is sent', value: taxLabels[settings.tax] },
    { label: 'Sent from', value: formatDate(settings.start_date) },
  ];
  return (
    <SettingsCard
      title={title}
      actions={
        may && (
          <Button variant={settings.is_saved ? 'default' : 'filled'} onClick={() => setEditing(true)}>
            {settings.is_saved ? 'Change the accounts' : 'Review and save'}
          </Button>
        )
      }
    >
      {!settings.is_saved && (
        <Notice tone="warning" title="Not saved yet">
          These are proposed by the company’s chart of accounts. Look through them with your bookkeeper, then save.
        </Notice>
      )}
      <SettingsFacts facts={facts} />
    </SettingsCard>
  );
};

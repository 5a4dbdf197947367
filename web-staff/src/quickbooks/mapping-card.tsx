import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type {
  QuickBooksAccount,
  QuickBooksSettingsRead,
  QuickBooksStatus,
} from '#domain/quickbooks/quickbooks.schema.ts';
import { taxTreatments } from '#domain/quickbooks/quickbooks-documents.ts';
import {
  type InvoicePart,
  invoicePartLabels,
  invoiceParts,
  offeredAccounts,
} from '#domain/quickbooks/quickbooks-records.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { type SettingsBody, useDisconnect, useSaveQuickBooksSettings } from './mutations.ts';
import { accountsQuery, quickBooksSettingsQuery } from './queries.ts';
import { purposeLabels, taxLabels, useCompany, useConnect } from './use-company.ts';

export const ConnectionCard = ({ status }: { status: QuickBooksStatus }) => {
  const can = useCan();
  const company = useCompany();
  const [, setParams] = useSearchParams();
  const connect = useConnect();
  const end = useDisconnect(company);
  const disconnect = async () => {
    await end.mutateAsync();
    toastSuccess('QuickBooks is disconnected');
    // The page of an additional company no longer exists.
    if (company !== undefined) setParams({}, { replace: true });
  };
  const isOneOfMany = status.companies.length > 1;
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
      label: 'Access expires if unused after',
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
            <ConfirmButton
              color="red"
              ask={{
                title: 'Disconnect QuickBooks?',
                confirmLabel: 'Disconnect',
                danger: true,
                action: disconnect,
                text: `Stillwater will no longer have access. Records already in QuickBooks stay there, and your account settings are saved.${isOneOfMany ? ' Payments for locations using this company will wait until you reconnect it or choose another company.' : ''}`,
              }}
            >
              Disconnect
            </ConfirmButton>
          </>
        )
      }
    >
      <SettingsFacts facts={facts} />
    </SettingsCard>
  );
};

interface MappingFormProps {
  settings: QuickBooksSettingsRead;
  accounts: readonly QuickBooksAccount[];
  onDone: () => void;
}

type Purpose = keyof typeof purposeLabels;
const purposes = Object.keys(purposeLabels) as Purpose[];

const fieldsOf = (accounts: readonly QuickBooksAccount[]): readonly FieldShape[] => {
  const chart = accounts.map(({ id, name, type, active }) => ({
    Id: id,
    Name: name,
    AccountType: type,
    Active: active,
  }));
  const account = (name: string, label: string, of: InvoicePart | Purpose): FieldShape => ({
    name,
    label,
    kind: 'chosen',
    options: [
      { value: '', label: 'Not chosen' },
      ...offeredAccounts(of, chart).map(({ Id, Name }) => ({ value: Id, label: Name })),
    ],
  });
  return [
    ...invoiceParts.map((part) => account(`parts.${part}`, invoicePartLabels[part], part)),
    ...purposes.map((purpose) => account(purpose, purposeLabels[purpose], purpose)),
    {
      name: 'classes',
      label: 'Use locations as QuickBooks classes',
      kind: 'checkbox',
      help: 'So you can report profit by location.',
    },
    {
      name: 'tax',
      label: 'Sales tax on invoices',
      kind: 'radio',
      options: taxTreatments.map((value) => ({ value, label: taxLabels[value] })),
    },
  ];
};

/** Offers accounts of fitting types; proposed ones are preselected. */
const MappingForm = ({ settings, accounts, onDone }: MappingFormProps) => {
  const { parts, classes, tax, version, ...others } = settings;
  const save = useSaveQuickBooksSettings(useCompany());
  const { form, busy, onSubmit } = useSentForm({
    start: {
      classes,
      tax,
      ...Object.fromEntries(invoiceParts.map((part) => [`parts.${part}`, parts[part] ?? ''])),
      ...Object.fromEntries(purposes.map((purpose) => [purpose, others[purpose] ?? ''])),
    },
    send: (values: Readonly<Record<string, FieldValue>>) =>
      save.mutateAsync({
        classes: values.classes,
        tax: values.tax,
        version,
        parts: Object.fromEntries(invoiceParts.map((part) => [part, values[`parts.${part}`] || null])),
        ...Object.fromEntries(purposes.map((purpose) => [purpose, values[purpose] || null])),
      } as SettingsBody),
    done: 'Accounts saved',
    onDone,
  });
  return (
    <SettingsCard title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <FormFields form={form} fields={fieldsOf(accounts)} />
          <div>
            <Button type="submit" loading={busy}>
              Save Changes
            </Button>{' '}
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          </div>
        </Stack>
      </form>
    </SettingsCard>
  );
};

const title = 'Accounts';

export const MappingCard = () => {
  const call = useApi();
  const company = useCompany();
  const settings = useQuery(quickBooksSettingsQuery(call, company));
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
  settings: QuickBooksSettingsRead;
  accounts: readonly QuickBooksAccount[];
}

const Mapping = ({ settings, accounts }: MappingProps) => {
  const may = useCan()('accounting:edit');
  const [editing, setEditing] = useState(false);
  if (editing) return <MappingForm settings={settings} accounts={accounts} onDone={() => setEditing(false)} />;
  const named = (id: string | null) => accounts.find((one) => one.id === id)?.name ?? 'Not selected';
  const facts = [
    ...invoiceParts.map((part: InvoicePart) => ({
      label: invoicePartLabels[part],
      value: named(settings.parts[part]),
    })),
    ...purposes.map((purpose) => ({ label: purposeLabels[purpose], value: named(settings[purpose]) })),
    { label: 'Use locations as classes', value: settings.classes ? 'Yes' : 'No' },
    { label: 'Sales tax on invoices', value: taxLabels[settings.tax] },
    { label: 'Send transactions from', value: formatDate(settings.start_date) },
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
          Suggested from your chart of accounts. Review with your bookkeeper, then save.
        </Notice>
      )}
      <SettingsFacts facts={facts} />
    </SettingsCard>
  );
};

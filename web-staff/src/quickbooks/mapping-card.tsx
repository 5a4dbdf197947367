import { Button, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type {
  QuickBooksAccount,
  QuickBooksSettingsRead,
  QuickBooksStatus,
} from '#domain/quickbooks/quickbooks.schema.ts';
import { type TaxTreatment, taxTreatments } from '#domain/quickbooks/quickbooks-documents.ts';
import {
  type InvoicePart,
  invoicePartLabels,
  invoiceParts,
  offeredAccounts,
} from '#domain/quickbooks/quickbooks-records.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { showFieldErrors } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { useDisconnect, useSaveQuickBooksSettings } from './mutations.ts';
import { accountsQuery, quickBooksSettingsQuery } from './queries.ts';
import { purposeLabels, taxLabels, useCompany, useConnect } from './use-company.ts';

export const ConnectionCard = ({ status }: { status: QuickBooksStatus }) => {
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
        // The page of an additional company no longer exists.
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
        Stillwater will no longer have access. Records already in QuickBooks stay there, and your account settings are
        saved.
        {status.companies.length > 1 &&
          ' Payments for locations using this company will wait until you reconnect it or choose another company.'}
      </ConfirmModal>
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

/** Offers accounts of fitting types; proposed ones are preselected. */
const MappingForm = ({ settings, accounts, onDone }: MappingFormProps) => {
  const company = useCompany();
  const [values, setValues] = useState(settings);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const save = useSaveQuickBooksSettings(company);
  const chart = accounts.map(({ id, name, type, active }) => ({
    Id: id,
    Name: name,
    AccountType: type,
    Active: active,
  }));
  const optionsOf = (of: InvoicePart | Purpose) => [
    { value: '', label: 'Not chosen' },
    ...offeredAccounts(of, chart).map(({ Id, Name }) => ({ value: Id, label: Name })),
  ];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    const { is_saved: _, start_date: __, ...body } = values;
    save.mutate(body, {
      onSuccess: () => {
        toastSuccess('Accounts saved');
        onDone();
      },
      onError: (error) => showFieldErrors(error, setErrors),
    });
  };
  return (
    <SettingsCard title="Accounts">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {invoiceParts.map((part) => (
            <NativeSelect
              key={part}
              label={invoicePartLabels[part]}
              data={optionsOf(part)}
              value={values.parts[part] ?? ''}
              error={errors[`parts.${part}`]?.[0]}
              onChange={({ currentTarget: { value } }) =>
                setValues((now) => ({ ...now, parts: { ...now.parts, [part]: value || null } }))
              }
            />
          ))}
          {purposes.map((purpose) => (
            <NativeSelect
              key={purpose}
              label={purposeLabels[purpose]}
              data={optionsOf(purpose)}
              value={values[purpose] ?? ''}
              error={errors[purpose]?.[0]}
              onChange={({ currentTarget: { value } }) => setValues((now) => ({ ...now, [purpose]: value || null }))}
            />
          ))}
          <Checkbox
            label="Use locations as QuickBooks classes"
            description="So you can report profit by location."
            checked={values.classes}
            onChange={({ currentTarget: { checked } }) => setValues((now) => ({ ...now, classes: checked }))}
          />
          <Radio.Group
            label="Sales tax on invoices"
            value={values.tax}
            onChange={(tax) => setValues((now) => ({ ...now, tax: tax as TaxTreatment }))}
          >
            <Stack gap="xs" mt="xs">
              {taxTreatments.map((tax) => (
                <Radio key={tax} value={tax} label={taxLabels[tax]} />
              ))}
            </Stack>
          </Radio.Group>
          <div>
            <Button type="submit" loading={save.isPending}>
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

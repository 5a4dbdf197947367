import { Button, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { offeredAccounts } from '#domain/quickbooks/account-choices.ts';
import type { AccountingAccount, AccountingSettingsRead } from '#domain/quickbooks/accounting.schema.ts';
import { type TaxTreatment, taxTreatments } from '#domain/quickbooks/accounting-documents.ts';
import { type AccountingPart, accountingPartLabels, accountingParts } from '#domain/quickbooks/accounting-parts.ts';
import { showFieldErrors } from '../ui/feedback/field-errors.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { useSaveBooksSettings } from './mutations.ts';
import { purposeLabels, taxLabels } from './quickbooks-labels.ts';
import { useCompany } from './use-company.ts';

interface MappingFormProps {
  settings: AccountingSettingsRead;
  accounts: readonly AccountingAccount[];
  onDone: () => void;
}

type Purpose = keyof typeof purposeLabels;
const purposes = Object.keys(purposeLabels) as Purpose[];

/** Chooses accounts of the kinds that fit; what is proposed stands there already. */
export const MappingForm = ({ settings, accounts, onDone }: MappingFormProps) => {
  const company = useCompany();
  const [values, setValues] = useState(settings);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const save = useSaveBooksSettings(company);
  const chart = accounts.map(({ id, name, type, active }) => ({
    Id: id,
    Name: name,
    AccountType: type,
    Active: active,
  }));
  const optionsOf = (of: AccountingPart | Purpose) => [
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
          {accountingParts.map((part) => (
            <NativeSelect
              key={part}
              label={accountingPartLabels[part]}
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
            label="Each home is a class in QuickBooks"
            description="So that profit can be read by home."
            checked={values.classes}
            onChange={({ currentTarget: { checked } }) => setValues((now) => ({ ...now, classes: checked }))}
          />
          <Radio.Group
            label="How sales tax is sent"
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

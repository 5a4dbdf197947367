import { Button, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { addressLine } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { CustomerCombobox } from '../../customers/parts/customer-combobox.tsx';
import { FieldGrid, useComputed } from '../../ui/fields/field-grid.tsx';
import { PersonCard } from '../../ui/person-card.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import classes from './create-case.module.css';
import { type InformantKind, informantFieldsFor, informantKinds, shownOf } from './new-case-values.ts';

const labels: Record<InformantKind, string> = {
  customer: 'Existing customer',
  new: 'New customer',
  named: 'Name only',
};

type Chosen = Pick<
  CustomerRow,
  'id' | 'full_name' | 'phone' | 'email' | 'address' | 'apt_house_number' | 'city' | 'state' | 'zip_code'
>;

/** A draft requires none; the bar below the form lists what an active case needs. */
const noneRequired: ReadonlySet<string> = new Set();

interface InformantChoiceProps {
  form: AnyRecordForm;
  kind: InformantKind;
  onKind: (kind: InformantKind) => void;
  customer: Chosen | undefined;
  today: string;
}

export const InformantChoice = ({ form, kind, onKind, customer, today }: InformantChoiceProps) => {
  const { control, setValue } = form.methods;
  const [chosen, setChosen] = useState(customer);
  const { errors } = useFormState({ control, name: 'informant' });
  const pick = (row: Chosen | undefined) => {
    setChosen(row);
    setValue('informant', row?.id ?? '', { shouldDirty: true, shouldValidate: errors.informant !== undefined });
  };
  const fields = informantFieldsFor[kind];
  const shown = useComputed(form.methods, (values) =>
    shownOf(fields, kind === 'customer' ? values : { ...values, informant: '' }, today),
  );
  return (
    <>
      <Radio.Group
        label="Informant"
        value={kind}
        onChange={(value) => onKind(informantKinds.find((candidate) => candidate === value) ?? 'customer')}
      >
        <Group gap="lg" mt="xs" mb="md">
          {informantKinds.map((value) => (
            <Radio key={value} value={value} label={labels[value]} />
          ))}
        </Group>
      </Radio.Group>
      {kind === 'customer' && (
        <div className={classes.customer}>
          {chosen ? (
            <PersonCard
              name={chosen.full_name}
              phone={chosen.phone}
              email={chosen.email}
              address={addressLine(chosen)}
              actions={
                <Button variant="default" onClick={() => pick(undefined)}>
                  Choose someone else
                </Button>
              }
            />
          ) : (
            <CustomerCombobox
              label="Customer"
              description={
                errors.informant?.message ? undefined : 'Search by name, phone or email (at least 2 characters).'
              }
              onPick={pick}
            />
          )}
          {errors.informant?.message && !chosen && (
            <p className={classes.error} role="alert">
              {String(errors.informant.message)}
            </p>
          )}
        </div>
      )}
      <FieldGrid control={control} fields={fields.filter(({ name }) => shown.includes(name))} required={noneRequired} />
    </>
  );
};

import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { FirstCall, type FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { CustomersOfPhone } from '../customers/parts/customers-of-phone.tsx';
import { paths } from '../paths.ts';
import type { FormValues } from '../ui/fields/field-control.tsx';
import { FieldGrid } from '../ui/fields/field-grid.tsx';
import { patchOf, toFormValues } from '../ui/record-form/form-values.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { type KinBody, useChangeKin } from './mutations.ts';
import classes from './sheet.module.css';
import { kinFields, kinRules } from './sheet-values.ts';

interface KinFormProps {
  sheet: FirstCall;
  /** Undefined for one who is being added. */
  kin: FirstCallKin | undefined;
  today: string;
  onDone: () => void;
}

const shownFields = kinFields.filter(({ kind }) => kind !== 'reference');
const required = new Set(kinFields.filter(({ requiredIf }) => requiredIf === true).map(({ name }) => name));
const usual: FormValues = { address_country: 'USA' };

/** One next of kin with all that is asked of them; saved as a whole. */
export const KinForm = ({ sheet, kin: nextOfKin, today, onDone }: KinFormProps) => {
  const change = useChangeKin(sheet.id);
  const keyFor = useIdempotencyKey();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('select, input')?.focus(), []);
  const kinOf = (from: FirstCall) => from.next_of_kins.find(({ id }) => id === nextOfKin?.id);
  const form = useRecordForm<FirstCall>({
    fields: kinFields,
    record: nextOfKin && sheet,
    recordSchema: FirstCall,
    versionOf: ({ version }) => version,
    valuesOf: (from) => ({ ...toFormValues(kinFields, from && kinOf(from)), ...(from ? {} : usual) }),
    rules: () => kinRules(today),
    judgesAll: true,
    save: ({ values, version }) => {
      const filled = kinFields.filter(({ name }) => values[name] !== '');
      const body = patchOf(filled, values) as KinBody;
      return nextOfKin
        ? change.mutateAsync({ nokId: nextOfKin.id, body: { ...body, version } })
        : change.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    onSaved: onDone,
  });
  const { control, setValue } = form.methods;
  const take = (customer: CustomerRow) => {
    for (const [name, value] of Object.entries(valuesOf(customer)))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <form ref={box} noValidate className={classes.kinForm} onSubmit={form.submit}>
      <FieldGrid control={control} fields={shownFields} required={required} />
      <Callers form={form} onTake={take} />
      <div className={classes.kinActions}>
        <Button type="submit" loading={form.saving}>
          Save next of kin
        </Button>
        <Button
          variant="default"
          onClick={() => {
            form.letGo();
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
      {form.dialogs}
    </form>
  );
};

const valuesOf = (customer: CustomerRow): FormValues => ({
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email ?? '',
  address: customer.address,
  address_apt: customer.apt_house_number,
  city: customer.city,
  state: customer.state,
  zip_code: customer.zip_code,
  county: customer.county,
  existingCustomerId: customer.id,
});

interface CallersProps {
  form: Pick<ReturnType<typeof useRecordForm<FirstCall>>, 'methods'>;
  onTake: (customer: CustomerRow) => void;
}

/** The customer whom this next of kin is, or those who have the number that is entered. */
const Callers = ({ form, onTake }: CallersProps) => {
  const { control, setValue } = form.methods;
  const [phone, chosen] = useWatch({ control, name: ['phone', 'existingCustomerId'] });
  if (typeof chosen !== 'string' || chosen === '')
    return <CustomersOfPhone phone={String(phone ?? '')} onTake={onTake} />;
  return (
    <p className={classes.known}>
      Linked to a{' '}
      <Anchor component={Link} to={paths.customer(chosen)} inherit>
        known customer
      </Anchor>
      .{' '}
      <Button variant="subtle" onClick={() => setValue('existingCustomerId', '', { shouldDirty: true })}>
        Not them
      </Button>
    </p>
  );
};

import { Anchor, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { FirstCall, type FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { CustomersOfPhone } from '../customers/parts/customers-of-phone.tsx';
import { paths } from '../paths.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { FieldGrid, type FormValues } from '../ui/fields/field-grid.tsx';
import { EmailLink, PhoneLink } from '../ui/fields/field-list.tsx';
import { patchOf, toFormValues } from '../ui/record-form/form-values.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { relationshipOf } from './first-call-text.ts';
import { type KinBody, useChangeKin } from './mutations.ts';
import classes from './sheet.module.css';
import { kinFields, kinRules } from './sheet-section.tsx';

interface KinFormProps {
  sheet: FirstCall;
  kin: FirstCallKin | undefined;
  today: string;
  onDone: () => void;
}

const shownFields = kinFields.filter(({ kind }) => kind !== 'reference');
const required = new Set(kinFields.filter(({ requiredIf }) => requiredIf === true).map(({ name }) => name));
const usual: FormValues = { address_country: 'USA' };

const KinForm = ({ sheet, kin: nextOfKin, today, onDone }: KinFormProps) => {
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
        Not this person
      </Button>
    </p>
  );
};

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

interface KinSectionProps {
  sheet: FirstCall;
  canEdit: boolean;
  today: string;
}

export const KinSection = ({ sheet, canEdit, today }: KinSectionProps) => {
  const title = useId();
  const [editing, setEditing] = useState<string>();
  const nextOfKin = sheet.next_of_kins;
  return (
    <section className={classes.card} aria-labelledby={title} data-section="kin">
      <div className={classes.head}>
        <h2 id={title} className={classes.cardTitle}>
          Next of kin
        </h2>
        {canEdit && editing !== 'new' && (
          <Button
            variant="subtle"
            className={classes.pencil}
            leftSection={<IconPlus {...icon} />}
            onClick={() => setEditing('new')}
          >
            Add next of kin
          </Button>
        )}
      </div>
      {nextOfKin.length === 0 && editing !== 'new' && (
        <p className={classes.none}>No next of kin yet. An active first call needs at least one.</p>
      )}
      <ul className={classes.kin}>
        {nextOfKin.map((person, place) => (
          <li key={person.id} className={editing === person.id ? classes.wide : undefined}>
            {editing === person.id ? (
              <KinForm sheet={sheet} kin={person} today={today} onDone={() => setEditing(undefined)} />
            ) : (
              <KinCard
                sheet={sheet}
                kin={person}
                isPrimary={place === 0}
                canEdit={canEdit}
                onEdit={() => setEditing(person.id)}
              />
            )}
          </li>
        ))}
        {editing === 'new' && (
          <li className={classes.wide}>
            <KinForm sheet={sheet} kin={undefined} today={today} onDone={() => setEditing(undefined)} />
          </li>
        )}
      </ul>
    </section>
  );
};

interface KinCardProps {
  sheet: FirstCall;
  kin: FirstCallKin;
  isPrimary: boolean;
  canEdit: boolean;
  onEdit: () => void;
}

const KinCard = ({ sheet, kin: nextOfKin, isPrimary, canEdit, onEdit }: KinCardProps) => {
  const change = useChangeKin(sheet.id);
  const name = fullName(nextOfKin.first_name, nextOfKin.last_name) || 'Name not known yet';
  const { address: street, address_apt: apt, city, state, zip_code: zip } = nextOfKin;
  return (
    <div className={classes.kinCard}>
      <div className={classes.person}>{name}</div>
      <div>{[relationshipOf(nextOfKin.relationship), isPrimary && 'primary contact'].filter(Boolean).join(' · ')}</div>
      <div>
        <PhoneLink phone={nextOfKin.phone ?? ''} />
      </div>
      <div>
        <EmailLink email={nextOfKin.email ?? ''} />
      </div>
      <div>{[street, apt, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</div>
      {nextOfKin.existingCustomerId && (
        <div>
          <Anchor component={Link} to={paths.customer(nextOfKin.existingCustomerId)} inherit>
            Known customer
          </Anchor>
        </div>
      )}
      {canEdit && (
        <div className={classes.kinActions}>
          <Button
            variant="subtle"
            className={classes.pencil}
            aria-label={`Edit ${name}`}
            leftSection={<IconPencil {...icon} />}
            onClick={onEdit}
          >
            Edit
          </Button>
          <ConfirmButton
            variant="subtle"
            color="red"
            className={classes.pencil}
            aria-label={`Remove ${name}`}
            leftSection={<IconTrash {...icon} />}
            ask={{
              title: `Remove ${name}?`,
              confirmLabel: 'Remove',
              danger: true,
              action: () => change.mutateAsync({ nokId: nextOfKin.id }),
              text: `${name} will be removed from this first call.`,
            }}
          >
            Remove
          </ConfirmButton>
        </div>
      )}
    </div>
  );
};

import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { addressLine } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { customerToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { CustomerCombobox } from '../../customers/parts/customer-combobox.tsx';
import { toastError, toastNotice } from '../../ui/feedback/toasts.tsx';
import { PersonCard } from '../../ui/person-card.tsx';
import { customerIdsOf, type KinEntry, kinText } from '../parts/kin-entries.ts';
import classes from './kin-editor.module.css';
import { KinForm, type MarkDirty } from './kin-form.tsx';

const noFieldErrors = {};
const options = [{ value: '', label: 'Please select' }, ...relationships];

interface KinChooserProps {
  others: readonly KinEntry[];
  focused: boolean;
  onAdd: (nextOfKin: KinEntry) => void;
  /** Absent for the first entry, which is required. */
  onClose: (() => void) | undefined;
  onDirty: MarkDirty;
}

const id = 'new';

/** First the relationship, then an existing customer to confirm or a new one (D2 §4). */
export const KinChooser = ({ others, focused, onAdd, onClose, onDirty }: KinChooserProps) => {
  const [relationship, setRelationship] = useState('');
  const [error, setError] = useState<string>();
  const [customer, setCustomer] = useState<CustomerRow>();
  const [creating, setCreating] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (focused) select.current?.focus();
  }, [focused]);
  const isChosen = customer !== undefined;
  useEffect(() => {
    if (!isChosen) return;
    onDirty(id, true);
    return () => onDirty(id, false);
  }, [isChosen, onDirty]);

  const refuse = (message: string) => {
    setError(message);
    toastError(message);
    select.current?.focus();
  };
  const choose = (next: string) => {
    setError(undefined);
    if (customer && relationship !== '' && next !== relationship) {
      setCustomer(undefined);
      toastNotice('Customer selection cleared due to relationship change');
    }
    setRelationship(next);
  };
  const create = () => (relationship === '' ? refuse('Please select a relationship first') : setCreating(true));
  const confirm = (chosen: CustomerRow) => {
    if (relationship === '') return refuse('Relationship to deceased is required before confirming');
    onAdd(customerToNextOfKin({ ...chosen, notes: '' }, relationship));
  };
  const take = (chosen: CustomerRow, as: string) => {
    setCreating(false);
    setRelationship(as);
    setCustomer(chosen);
  };

  if (creating)
    return (
      <KinForm
        id={id}
        kin={{ relationship }}
        isStored={false}
        others={others}
        errors={noFieldErrors}
        onSave={onAdd}
        onTake={(chosen, typed) => take(chosen, kinText(typed, 'relationship'))}
        onCancel={(typed) => {
          // Typed values are discarded; the relationship stays (D2 §4).
          setRelationship(kinText(typed, 'relationship'));
          setCreating(false);
        }}
        onDirty={onDirty}
      />
    );
  return (
    <div className={classes.chooser}>
      <NativeSelect
        ref={select}
        label="Relationship to the deceased"
        data={options}
        value={relationship}
        error={error}
        withAsterisk
        aria-required
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {customer ? (
        <Selected customer={customer} onConfirm={() => confirm(customer)} onOther={() => setCustomer(undefined)} />
      ) : (
        <div className={classes.ways}>
          <CustomerCombobox
            label="Existing customer"
            placeholder="Name, phone or email"
            exclude={customerIdsOf(others)}
            onPick={setCustomer}
          />
          <span className={classes.or}>or</span>
          <Button variant="default" onClick={create}>
            Create New
          </Button>
        </div>
      )}
      {onClose && (
        <div className={classes.actions}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
};

type SelectedProps = { customer: CustomerRow; onConfirm: () => void; onOther: () => void };

const Selected = ({ customer, onConfirm, onOther }: SelectedProps) => {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  return (
    <PersonCard
      relation="Selected customer"
      name={customer.full_name}
      phone={customer.phone}
      email={customer.email}
      address={addressLine(customer)}
      actions={
        <>
          <Button ref={confirm} onClick={onConfirm}>
            Confirm Selection
          </Button>
          <Button variant="subtle" onClick={onOther}>
            Choose someone else
          </Button>
        </>
      }
    />
  );
};

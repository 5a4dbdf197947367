import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { CustomersOfPhone } from '../../customers/parts/customers-of-phone.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { FieldGrid, type FormValues, useComputed } from '../../ui/fields/field-grid.tsx';
import {
  askedOf,
  customerIdsOf,
  editedKin,
  heldKin,
  type KinEntry,
  kinErrors,
  kinFormFields,
  kinLabelOf,
  kinText,
  nameOfKin,
  relationshipsFor,
  sameAs,
} from '../parts/kin-entries.ts';
import classes from './kin-editor.module.css';

const incomplete = 'Complete all required fields to enable the Save Customer button';
const enough = 'A name, the relationship and a phone, an email or an address are enough for the case.';
const refuseTwin = (name: string) => toastError(`${name} is already on this list`);

interface KinFormProps {
  id: string;
  kin: KinEntry;
  /** Whether the person is already on the list. */
  isStored: boolean;
  others: readonly KinEntry[];
  errors: Readonly<Record<string, string>>;
  onSave: (nextOfKin: KinEntry) => void;
  /** Chooses the existing customer instead of the typed values. */
  onTake: (customer: CustomerRow, typed: FormValues) => void;
  onCancel: (typed: FormValues) => void;
  onDirty: MarkDirty;
}

export type MarkDirty = (id: string, dirty: boolean) => void;

const errorsOf = (errors: Readonly<Record<string, readonly string[] | string>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, found]) => [
      name,
      { type: 'rule', message: typeof found === 'string' ? found : found[0] },
    ]),
  );

export const KinForm = ({
  id,
  kin: nextOfKin,
  isStored,
  others,
  errors,
  onSave,
  onTake,
  onCancel,
  onDirty,
}: KinFormProps) => {
  const isCustomer = kinText(nextOfKin, 'existingCustomerId') !== '';
  const whole = (values: FormValues): KinEntry => ({ ...nextOfKin, ...values });
  const asCustomer = (values: FormValues): KinEntry => ({
    ...whole(values),
    ...(isCustomer ? {} : { isCreatingNew: true }),
  });
  const hint = useId();
  const resolver: Resolver<FormValues> = (values) => {
    const errors = errorsOf(kinErrors(whole(values)));
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
  const { control, clearErrors, getValues, setError, setFocus, subscribe } = useForm<FormValues>({
    defaultValues: heldKin(nextOfKin),
    mode: 'onTouched',
    resolver,
    shouldFocusError: false,
  });
  const mark = (found: Readonly<Record<string, readonly string[] | string>>, otherwise?: string) => {
    for (const [name, error] of Object.entries(errorsOf(found))) setError(name, error);
    const first = kinFormFields.find(({ name }) => found[name])?.name ?? otherwise;
    if (first) setFocus(first);
  };
  const refused = useEffectEvent(() => mark(errors, 'relationship'));
  const found = JSON.stringify(errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same errors again are no news
  useEffect(() => refused(), [found]);

  const { shown, required, lacking, dirty, twin } = useComputed({ subscribe, getValues }, (values) => {
    const same = isCustomer ? undefined : sameAs(editedKin({}, values), others);
    return {
      ...askedOf(whole(values)),
      lacking: askedOf(asCustomer(values)).required.filter((name) => isBlank(values[name])),
      dirty: kinFormFields.some((field) => !sameValue(field, values[field.name], heldKin(nextOfKin)[field.name])),
      twin: same && nameOfKin(same),
    };
  });
  const isComplete = lacking.length === 0;
  const isPhoneAsked = required.includes('phone');
  const isWholeName = useWatch({ control, name: 'whole_name' }) === true;
  useEffect(() => {
    // One field can answer the requirement of another.
    if (!isPhoneAsked) clearErrors('phone');
    if (isWholeName) clearErrors(['first_name', 'last_name']);
  }, [isPhoneAsked, isWholeName, clearErrors]);
  useEffect(() => {
    onDirty(id, dirty);
    return () => onDirty(id, false);
  }, [id, dirty, onDirty]);

  const save = (isNew: boolean) => {
    const values = getValues();
    if (!isNew && !isCustomer && !isStored && twin !== undefined) return refuseTwin(twin);
    const found = kinErrors(
      isNew ? asCustomer(values) : whole(values),
      isStored && !isNew && !isCustomer ? 'ignored' : 'named',
    );
    const needed = isBlank(values.relationship) ? { ...found, relationship: ['Relationship is required'] } : found;
    if (Object.keys(needed).length > 0) return mark(needed);
    onSave({ ...editedKin(nextOfKin, values), ...(isNew ? { isCreatingNew: true } : {}) });
  };
  const saveCustomer = () => {
    if (twin !== undefined) return refuseTwin(twin);
    if (!isComplete) toastError('Please fill in all required fields');
    save(true);
  };
  const submit = isCustomer || !isComplete ? () => save(false) : saveCustomer;
  // An email or an address does as well as the phone, as the sentence below says.
  const marked = new Set(required.filter((name) => name !== 'phone'));
  const phone = useWatch({ control, name: 'phone' });
  return (
    // Not a form element, which may not be nested in the section's form.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend that is read out at every field
    <div role="group" aria-label={nameLabel(nextOfKin, isStored)} className={classes.form} onKeyDown={onEnter(submit)}>
      <FieldGrid control={control} fields={fieldsFor(nextOfKin, shown)} required={marked} />
      {!isCustomer && (
        <CustomersOfPhone
          phone={typeof phone === 'string' ? phone : ''}
          exclude={customerIdsOf(others)}
          onTake={(customer) => onTake(customer, getValues())}
        />
      )}
      {twin !== undefined && <Notice tone="warning">{twin} is already on this list with this phone number.</Notice>}
      {isCustomer && (
        <p className={classes.hint}>Changes here apply to this case only. The customer record does not change.</p>
      )}
      {!isCustomer && !isComplete && (
        <>
          <p id={hint} className={classes.hint}>
            {incomplete}
          </p>
          <p className={classes.hint}>
            A customer also needs: {lacking.map(kinLabelOf).join(', ')}. {enough}
          </p>
        </>
      )}
      <div className={classes.actions}>
        {isCustomer ? (
          <Button onClick={submit}>Save Changes</Button>
        ) : (
          <>
            <Button
              onClick={saveCustomer}
              data-disabled={!isComplete || undefined}
              aria-disabled={!isComplete}
              aria-describedby={isComplete ? undefined : hint}
            >
              Save Customer
            </Button>
            <Button variant="default" onClick={() => save(false)}>
              {isStored ? 'Save Changes' : 'Add to Case'}
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => onCancel(getValues())}>
          Cancel
        </Button>
      </div>
    </div>
  );
};

const fieldsFor = (nextOfKin: KinEntry, shown: readonly string[]) =>
  kinFormFields
    .filter(({ name }) => shown.includes(name))
    .map((field) => (field.name === 'relationship' ? { ...field, options: relationshipsFor(nextOfKin) } : field));

const nameLabel = (nextOfKin: KinEntry, isStored: boolean): string =>
  isStored ? `Edit ${nameOfKin(nextOfKin)}` : 'New customer';

/** Enter saves, as in a form element. */
const onEnter = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  submit();
};

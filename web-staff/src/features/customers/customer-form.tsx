import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { Customer } from '#domain/customers/customer.schema.ts';
import { useUpdateCustomer } from '../../entities/customers/mutations.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import type { FormValues } from '../../ui/fields/field-control.tsx';
import { collisionsOf, merged, type Side } from '../../ui/record-form/collision.ts';
import { ConflictDialog } from '../../ui/record-form/conflict-dialog.tsx';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastError, toastFailure, toastFaults, toastSuccess } from '../../ui/toasts.tsx';
import { CustomerAside } from './customer-aside.tsx';
import classes from './customer-form.module.css';
import { CustomerFormSection } from './customer-form-section.tsx';
import { CustomerHeader } from './customer-header.tsx';
import pageClasses from './customer-page.module.css';
import { CustomerRecordSection } from './customer-record-section.tsx';
import { customerResolver } from './customer-resolver.ts';
import { messageOr } from './customer-text.ts';
import {
  bodyOf,
  changedFields,
  cleaned,
  labelOf,
  labelsOf,
  missingFields,
  problemsOf,
  valuesOf,
} from './customer-values.ts';
import { useCustomerSections } from './use-customer-sections.ts';

interface Base {
  values: FormValues;
  version: number;
}

const baseOf = (customer: Customer): Base => ({ values: valuesOf(customer), version: customer.version });

/** What stands in the way of a save: the gaps in one sentence, else a toast for each wrong field (D1 §5). */
const explain = (values: FormValues) => {
  const missing = missingFields(values);
  if (missing.length > 0) return toastFaults([`Please fill in required fields: ${labelsOf(missing)}`]);
  toastFaults([...problemsOf(values)].map(([name, message]) => `${labelOf(name)}: ${message}`));
};

/** 'field: message' of each refused field, joined (D1 §8), else the server's sentence. */
const refusalOf = (error: unknown): string => {
  const fields = error instanceof ApiError ? Object.entries(fieldErrors(error.body)) : [];
  if (fields.length === 0 || (error instanceof ApiError && error.status !== 400))
    return messageOr(error, 'Failed to save changes');
  return fields.map(([name, messages]) => `${labelOf(name)}: ${messages.join(', ')}`).join(', ');
};

const currentOf = (error: unknown): Customer | undefined =>
  error instanceof ApiError && error.status === 409 ? Customer.safeParse(error.body.current).data : undefined;

export const CustomerForm = ({ customer }: { customer: Customer }) => {
  const mayEdit = useCan()('customer:edit');
  const sections = useCustomerSections();
  const [folded, setFolded] = useState<Readonly<Record<string, boolean>>>({});
  const [base, setBase] = useState(() => baseOf(customer));
  const [conflict, setConflict] = useState<{ current: Customer; mine: FormValues }>();
  const update = useUpdateCustomer(customer.id);
  const form = useForm<FormValues>({ defaultValues: base.values, mode: 'all', resolver: customerResolver });
  const dirty = changedFields(base.values, form.watch()).length > 0;
  const guard = useUnsavedChanges(dirty);

  const startFrom = (fresh: Customer) => {
    const next = baseOf(fresh);
    setBase(next);
    form.reset(next.values);
    return next;
  };
  const follow = useEffectEvent((fresh: Customer) => {
    if (!dirty && fresh.version !== base.version) startFrom(fresh);
  });
  // Somebody else's save, a merge or its undoing shows in a form that nobody has touched.
  useEffect(() => follow(customer), [customer]);

  const save = async (values: FormValues, from: Base) => {
    try {
      startFrom(await update.mutateAsync({ ...bodyOf(values, from.values), version: from.version }));
      toastSuccess('Customer saved successfully');
    } catch (error) {
      const current = currentOf(error);
      if (current) return reconcile(current, cleaned(values));
      if (error instanceof ApiError && error.status === 401) return;
      toastError(refusalOf(error));
    }
  };

  const fields = sections.flatMap((section) => section.fields);
  const collisions = (mine: FormValues, theirs: FormValues) =>
    collisionsOf(fields, { base: base.values, mine, theirs }, new Set(changedFields(base.values, mine)));
  /** Nobody is asked where nothing is in dispute, as after a save whose answer was lost on the way. */
  const reconcile = async (current: Customer, mine: FormValues): Promise<void> => {
    if (collisions(mine, valuesOf(current)).length > 0) return setConflict({ current, mine });
    await continueFrom(current, mine);
  };
  const continueFrom = async (current: Customer, values: FormValues): Promise<void> => {
    const from = startFrom(current);
    const changed = changedFields(from.values, values);
    for (const name of changed) form.setValue(name, values[name] ?? '');
    if (changed.length === 0) return toastSuccess('Customer saved successfully');
    if (problemsOf(values).size > 0) return explain(values);
    await save(values, from);
  };
  const resolve = async (choices: Record<string, Side>) => {
    if (!conflict) return;
    const { current, mine } = conflict;
    const values = merged(mine, collisions(mine, valuesOf(current)), choices);
    setConflict(undefined);
    await continueFrom(current, values).catch(toastFailure);
  };

  return (
    <>
      <CustomerHeader customer={customer} dirty={dirty} onDeleted={guard.letGo} />
      <div className={pageClasses.columns}>
        <form
          noValidate
          onSubmit={form.handleSubmit(
            (values) => save(values, base),
            () => explain(form.getValues()),
          )}
        >
          {sections.map((section) => (
            <CustomerFormSection
              key={section.id}
              section={section}
              kind={section.id === 'contact' ? 'partial' : section.required ? 'required' : 'optional'}
              control={form.control}
              open={!folded[section.id]}
              onToggle={() => setFolded({ ...folded, [section.id]: !folded[section.id] })}
            />
          ))}
          <CustomerRecordSection customer={customer} />
          {mayEdit && (
            <div className={classes.bar} data-idle={!dirty}>
              {dirty && (
                <Button variant="default" onClick={() => startFrom(customer)}>
                  Discard changes
                </Button>
              )}
              <Button type="submit" disabled={!dirty} loading={update.isPending}>
                Save Changes
              </Button>
            </div>
          )}
        </form>
        <CustomerAside customer={customer} dirty={dirty} />
      </div>
      {guard.dialog}
      {conflict && (
        <ConflictDialog
          collisions={collisions(conflict.mine, valuesOf(conflict.current))}
          busy={update.isPending}
          onResolve={(choices) => void resolve(choices)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
};

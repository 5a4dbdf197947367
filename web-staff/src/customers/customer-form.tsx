import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { useCan } from '../team/parts/current-user.ts';
import { toastErrors, toastSuccess } from '../ui/feedback/toasts.tsx';
import type { FormValues } from '../ui/fields/field-control.tsx';
import { SaveBar } from '../ui/page/save-bar.tsx';
import { CustomerSidebar } from './customer-aside.tsx';
import { CustomerFormSection } from './customer-form-section.tsx';
import { CustomerHeader } from './customer-header.tsx';
import pageClasses from './customer-page.module.css';
import { CustomerRecordSection } from './customer-record-section.tsx';
import { messageOr } from './customer-text.ts';
import { bodyOf, changedNames, cleaned, labelOf, labelsOf, missingFields, problemsOf } from './customer-values.ts';
import { useUpdateCustomer } from './mutations.ts';
import { useCustomerForm } from './use-customer-form.ts';

/**
 * What stands in the way of a save: the gaps in one sentence, else a toast for each wrong field (D1 §5). What the record
 * came with and nobody touched does not.
 */
const explain = (values: FormValues, base: FormValues) => {
  const changed = changedNames(values, base);
  const missing = missingFields(values, changed);
  if (missing.length > 0) return toastErrors([`Please fill in required fields: ${labelsOf(missing)}`]);
  const problems = [...problemsOf(values)].filter(([name]) => changed.includes(name));
  toastErrors(problems.map(([name, message]) => `${labelOf(name)}: ${message}`));
};

/** 'field: message' of each refused field, joined (D1 §8), else the server's sentence. */
const refusalText = (error: unknown, faults: FieldErrors): string => {
  const fields = Object.entries(faults);
  if (fields.length === 0 || (error instanceof ApiError && error.status !== 400))
    return messageOr(error, 'Failed to save changes');
  return fields.map(([name, messages]) => `${labelOf(name)}: ${messages.join(', ')}`).join(', ');
};

export const CustomerForm = ({ customer }: { customer: Customer }) => {
  const mayEdit = useCan()('customer:edit');
  const [folded, setFolded] = useState<Readonly<Record<string, boolean>>>({});
  const update = useUpdateCustomer(customer.id);
  const { sections, form } = useCustomerForm({
    record: customer,
    normalized: cleaned,
    save: ({ values, base, version }) => update.mutateAsync({ ...bodyOf(values, base), version }),
    onSaved: (_, saved) => saved && toastSuccess('Customer saved successfully'),
    reveal: (name) => {
      const holder = sections.find(({ fields }) => fields.some((field) => field.name === name));
      if (holder) setFolded((now) => ({ ...now, [holder.id]: false }));
    },
    onFaults: (values) => explain(values, form.stored().values),
    refusalText,
  });
  const { dirty } = form;

  return (
    <>
      <CustomerHeader customer={customer} dirty={dirty} onDeleted={form.letGo} />
      <div className={pageClasses.columns}>
        <form noValidate onSubmit={form.submit}>
          {sections.map((section) => (
            <CustomerFormSection
              key={section.id}
              section={section}
              kind={section.id === 'contact' ? 'partial' : section.required ? 'required' : 'optional'}
              control={form.methods.control}
              open={!folded[section.id]}
              onToggle={() => setFolded({ ...folded, [section.id]: !folded[section.id] })}
            />
          ))}
          <CustomerRecordSection customer={customer} />
          {mayEdit && (
            <SaveBar changes={dirty ? form.changedIn(form.methods.getValues()).length : 0}>
              {dirty && (
                <Button variant="default" onClick={form.discard}>
                  Discard changes
                </Button>
              )}
              <Button type="submit" disabled={!dirty} loading={form.saving}>
                Save Changes
              </Button>
            </SaveBar>
          )}
        </form>
        <CustomerSidebar customer={customer} dirty={dirty} />
      </div>
      {form.dialogs}
    </>
  );
};

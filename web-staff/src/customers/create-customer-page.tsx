import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { CustomerFieldName } from '#domain/customers/customer.fields.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import type { AnyRecordForm } from '../ui/record-form/record-form.ts';
import classes from './customer-form.module.css';
import { CustomerFormSection } from './customer-form-section.tsx';
import { useCreateCustomer } from './mutations.ts';
import { bodyOf, type CustomerSection, messageOr, problemsOf, useCustomerForm } from './use-customer-form.ts';

export const CreateCustomerPage = () => {
  useDocumentTitle('Create New Customer');
  const navigate = useNavigate();
  const [open, setOpen] = useState<string | undefined>('all');
  const creation = useCreateCustomer();
  const keyFor = useIdempotencyKey();
  const { sections, form } = useCustomerForm({
    record: undefined,
    save: ({ values }) => {
      const body = bodyOf(values);
      return creation.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    onSaved: ({ id }) => {
      toastSuccess('Customer saved successfully');
      void navigate(paths.customer(id));
    },
    reveal: (name) => {
      const holder = sections.find(({ fields }) => fields.some((field) => field.name === name));
      if (holder) setOpen((now) => (now === 'all' ? now : holder.id));
    },
    // No stored value may stay as it is (D1 §5).
    judgesAll: true,
    refusalText: (error) => messageOr(error, 'Failed to save customer'),
  });

  const { setFocus } = form.methods;
  // The page was opened to type the name; on a phone the keyboard would cover the page.
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) setFocus('first_name');
  }, [setFocus]);
  const goOn = (section: CustomerSection): boolean => {
    const next = sections[sections.indexOf(section) + 1];
    const [first] = next?.fields ?? [];
    if (!next || !first) return false;
    if (open !== 'all') setOpen(next.id);
    requestAnimationFrame(() => setFocus(first.name));
    return true;
  };

  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <PageHeader
        back={{ to: paths.customers, label: 'Customers' }}
        title="Create New Customer"
        lead="Add a new customer to the system"
      />
      {sections.map((section) => (
        <CustomerFormSection
          key={section.id}
          section={section}
          kind={section.required ? 'required' : 'optional'}
          control={form.methods.control}
          open={open === 'all' || open === section.id}
          onToggle={() => setOpen(open === section.id ? undefined : section.id)}
          onKnown={(id) => {
            form.letGo();
            void navigate(paths.customer(id));
          }}
          onLeft={() => goOn(section)}
        />
      ))}
      <CreateBar form={form} sections={sections} />
      {form.dialogs}
    </form>
  );
};

const CreateBar = ({ form, sections }: { form: AnyRecordForm; sections: readonly CustomerSection[] }) => {
  const { control } = form.methods;
  const { isValid } = useFormState({ control });
  const toComplete = useWatch({
    control,
    compute: (values: FormValues) => {
      const problems = problemsOf(values);
      const open = sections.filter(({ fields }) => fields.some(({ name }) => problems.has(name as CustomerFieldName)));
      return open.map(({ title }) => title).join(', ');
    },
  });
  return (
    <div className={classes.bar}>
      {toComplete && <p className={classes.hint}>To complete: {toComplete}</p>}
      <Button type="submit" disabled={!isValid || form.saving} loading={form.saving}>
        Create Customer
      </Button>
    </div>
  );
};

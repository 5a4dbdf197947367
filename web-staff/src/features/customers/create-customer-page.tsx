import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { customerFieldNames } from '#domain/customers/customer.schema.ts';
import { useCreateCustomer } from '../../entities/customers/mutations.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import type { FormValues } from '../../ui/fields/field-control.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.tsx';
import classes from './customer-form.module.css';
import { CustomerFormSection } from './customer-form-section.tsx';
import { customerResolver } from './customer-resolver.ts';
import { messageOr } from './customer-text.ts';
import { bodyOf, changedFields, problemsOf, valuesOf } from './customer-values.ts';
import { useCustomerSections } from './use-customer-sections.ts';

/** The same entries sent again are the same request; other entries are another one. */
const useIdempotencyKey = (): ((content: string) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
};

export const CreateCustomerPage = () => {
  useDocumentTitle('Create New Customer');
  const navigate = useNavigate();
  const sections = useCustomerSections();
  const [open, setOpen] = useState<string | undefined>('basic');
  const creation = useCreateCustomer();
  const keyFor = useIdempotencyKey();
  const [blank] = useState(() => valuesOf());
  const form = useForm<FormValues>({ defaultValues: blank, mode: 'all', resolver: customerResolver });
  const { isValid } = form.formState;
  const entered = form.watch();
  const guard = useUnsavedChanges(changedFields(blank, entered).length > 0);
  const problems = problemsOf(entered);
  const toComplete = sections.filter(({ fields }) => fields.some(({ name }) => problems.has(name)));

  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return;
    const found = error instanceof ApiError ? fieldErrors(error.body) : {};
    const named = customerFieldNames.filter((name) => found[name]);
    for (const name of named) form.setError(name, { type: 'server', message: found[name]?.[0] });
    const first = sections.find(({ fields }) => fields.some(({ name }) => named[0] === name));
    if (first) setOpen(first.id);
    toastError(messageOr(error, 'Failed to save customer'));
  };

  const create = async (values: FormValues) => {
    const body = bodyOf(values);
    try {
      const { id } = await creation.mutateAsync({ body, idempotencyKey: keyFor(JSON.stringify(body)) });
      toastSuccess('Customer saved successfully');
      guard.letGo();
      void navigate(paths.customer(id));
    } catch (error) {
      refused(error);
    }
  };

  return (
    <form className={classes.form} noValidate onSubmit={form.handleSubmit(create)}>
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
          control={form.control}
          open={open === section.id}
          onToggle={() => setOpen(open === section.id ? undefined : section.id)}
        />
      ))}
      <div className={classes.bar}>
        {toComplete.length > 0 && (
          <p className={classes.hint}>To complete: {toComplete.map(({ title }) => title).join(', ')}</p>
        )}
        <Button type="submit" disabled={!isValid || creation.isPending} loading={creation.isPending}>
          Create Customer
        </Button>
      </div>
      {guard.dialog}
    </form>
  );
};

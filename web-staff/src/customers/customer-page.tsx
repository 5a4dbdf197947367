import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastError } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { CustomerForm } from './customer-form.tsx';
import classes from './customer-page.module.css';
import { customerQuery } from './queries.ts';

/** Editing starts from the server's current record, not from an older list. */
export const CustomerPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const query = useQuery({ ...customerQuery(call, id), refetchOnMount: 'always' });
  const customer = query.isFetchedAfterMount ? query.data : undefined;
  useDocumentTitle(customer?.full_name ?? 'Customer');
  if (customer) return <CustomerForm key={customer.id} customer={customer} />;
  if (!query.isError || !query.isFetchedAfterMount) return <Loading />;
  const { error } = query;
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) return <NotLoaded error={error} />;
  return <NotFound mergedInto={error.body.merged_into} />;
};

const Loading = () => (
  <div role="status">
    <p className={classes.loading}>Loading customer details...</p>
    <Skeleton height={32} width={320} maw="100%" mb={12} />
    <Skeleton height={16} width={240} mb={32} />
    <Skeleton height={160} mb={8} />
    <Skeleton height={240} />
  </div>
);

const NotFound = ({ mergedInto }: { mergedInto: unknown }) => (
  <EmptyState
    page
    title="Customer not found"
    text="The customer you're looking for doesn't exist."
    action={
      typeof mergedInto === 'string' ? (
        <Button component={Link} to={paths.customer(mergedInto)}>
          Go to merged record
        </Button>
      ) : (
        <Button component={Link} to={paths.customers} variant="default">
          Back to customers
        </Button>
      )
    }
  />
);

/** D1 §8. */
const NotLoaded = ({ error }: { error: unknown }) => {
  const ended = error instanceof ApiError && error.status === 401;
  const message = messageOf(error);
  useEffect(() => {
    if (!ended) toastError(message);
  }, [ended, message]);
  return ended ? <Loading /> : <Navigate to={paths.customers} replace />;
};

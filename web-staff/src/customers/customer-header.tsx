import { Anchor, Button, CopyButton, Group, Text, UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconCopy, IconFolderPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { activeCasesMessage, addressLine } from '#domain/customers/customer.rules.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmButton, DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { EmailLink, PhoneLink } from '../ui/fields/field-list.tsx';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import classes from './customer-page.module.css';
import { customerKeys } from './keys.ts';
import { useDeleteCustomer } from './mutations.ts';
import { dayText } from './use-customer-form.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface CustomerHeaderProps {
  customer: Customer;
  dirty: boolean;
  onDeleted: () => void;
}

export const CustomerHeader = ({ customer, dirty, onDeleted }: CustomerHeaderProps) => {
  const { id, full_name, active_cases_count } = customer;
  const can = useCan();
  const navigate = useNavigate();
  const client = useQueryClient();
  const removal = useDeleteCustomer(id);
  const { time_zone } = useCurrentUser().funeral_home_details;
  const unsaved = dirty ? 'Save or discard your changes first.' : undefined;
  const blocked = active_cases_count > 0 && activeCasesMessage([{ name: full_name, active_cases: active_cases_count }]);

  const remove = async () => {
    await removal.mutateAsync();
    toastSuccess('Customer deleted');
    onDeleted();
    await navigate(paths.customers, { replace: true });
    client.removeQueries({ queryKey: customerKeys.one(id) });
  };
  return (
    <PageHeader
      back={{ to: paths.customers, label: 'Customers' }}
      title={full_name}
      lead={
        <Group gap="0 0.75rem">
          <span>Created {dayText(customer.created_at, time_zone)}</span>
          <CopiedId id={id} />
        </Group>
      }
      facts={<Reach customer={customer} />}
      actions={
        <>
          {can('customer:delete') && (
            <ConfirmButton
              variant="subtle"
              color="red"
              reason={blocked || undefined}
              leftSection={<IconTrash {...icon} />}
              ask={{
                title: 'Delete Customer',
                confirmLabel: 'Delete Permanently',
                danger: true,
                action: remove,
                text: (
                  <>
                    <Text>Are you sure you want to permanently delete {full_name}? This action cannot be undone.</Text>
                    <Text size="sm" c="dimmed" mt="xs">
                      Customers with active cases cannot be deleted.
                    </Text>
                  </>
                ),
              }}
            >
              Delete
            </ConfirmButton>
          )}
          {can('case:edit') && (
            <Button
              variant="default"
              component={Link}
              to={paths.caseNewFrom(id)}
              leftSection={<IconFolderPlus {...icon} />}
            >
              New case
            </Button>
          )}
          {can('customer:merge') && (
            <DialogOpener
              reason={unsaved}
              leftSection={<IconArrowMerge {...icon} />}
              dialog={(onClose) => (
                <MergeDialog
                  customer={customer}
                  onClose={onClose}
                  onMerged={({ id: survivor }) => {
                    onClose();
                    if (survivor !== id) void navigate(paths.customer(survivor), { replace: true });
                  }}
                />
              )}
            >
              Merge
            </DialogOpener>
          )}
        </>
      }
    />
  );
};

const CopiedId = ({ id }: { id: string }) => (
  <CopyButton value={id}>
    {({ copied, copy }) => (
      <UnstyledButton className={classes.id} title={id} aria-label={`Copy the customer ID ${id}`} onClick={copy}>
        Customer ID: {id.slice(0, 8)} {copied ? '· Copied' : <IconCopy size={14} stroke={1.6} aria-hidden />}
      </UnstyledButton>
    )}
  </CopyButton>
);

const mapHref = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

const Reach = ({ customer }: { customer: Customer }) => (
  <KeyFacts
    facts={[
      { label: 'Phone', value: customer.phone && <PhoneLink phone={customer.phone} /> },
      { label: 'Email', value: customer.email && <EmailLink email={customer.email} /> },
      {
        label: 'Address',
        value: addressLine(customer) && (
          <Anchor href={mapHref(addressLine(customer))} target="_blank" rel="noreferrer" inherit>
            {addressLine(customer)}
          </Anchor>
        ),
      },
      {
        label: 'Upcoming service',
        value: customer.upcoming_service && formatDate(customer.upcoming_service),
      },
    ]}
  />
);

import { useState } from 'react';
import type { Customer } from '#domain/customers/customer.schema.ts';
import type { FieldKind } from '#domain/shared/forms/field.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { FieldList } from '../ui/fields/field-list.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';
import { SectionStatus } from '../ui/page/section-status.tsx';
import { dayText, depositText, serviceText } from './customer-text.ts';

const shown = (name: string, label: string) => ({ name, label, kind: 'text' as FieldKind });
const fields = [shown('service', 'Upcoming Service'), shown('deposits', 'Deposits'), shown('updated', 'Last changed')];

/** What follows from the customer's cases, and cannot be typed. */
export const CustomerRecordSection = ({ customer }: { customer: Customer }) => {
  const [open, setOpen] = useState(true);
  const { time_zone } = useCurrentUser().funeral_home_details;
  const values = {
    service: customer.upcoming_service ? serviceText(customer) : '',
    deposits: depositText(customer.deposit_total),
    updated: dayText(customer.updated_at, time_zone),
  };
  return (
    <SectionCard
      id="record"
      title="Service & Deposits"
      summary={<SectionStatus kind="read-only" />}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <FieldList fields={fields} values={values} />
    </SectionCard>
  );
};

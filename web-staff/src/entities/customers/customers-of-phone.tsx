import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { useApi } from '../../api/api-context.ts';
import classes from './customers-of-phone.module.css';
import { customerSearchQuery } from './queries.ts';

const debounceMs = 300;
const most = 3;

interface CustomersOfPhoneProps {
  /** As it is typed. */
  phone: string;
  /** Ids that are not offered. */
  exclude?: readonly string[];
  onTake: (customer: CustomerRow) => void;
}

/** The customers who have the number that is entered: one of them may be the person who is being described. */
export const CustomersOfPhone = ({ phone, exclude = [], onTake }: CustomersOfPhoneProps) => {
  const call = useApi();
  const [digits] = useDebouncedValue(phone.replace(/\D/g, ''), debounceMs);
  const isWhole = /^1?\d{10}$/.test(digits);
  const found = useQuery({ ...customerSearchQuery(call, digits.slice(-10)), enabled: isWhole });
  const known = isWhole ? (found.data ?? []).filter(({ id }) => !exclude.includes(id)).slice(0, most) : [];
  if (known.length === 0) return null;
  return (
    <div className={classes.known} role="status">
      <span>This number is known:</span>
      {known.map((customer) => (
        <Button key={customer.id} variant="default" onClick={() => onTake(customer)}>
          {[customer.full_name, customer.city].filter(Boolean).join(', ')}
        </Button>
      ))}
    </div>
  );
};

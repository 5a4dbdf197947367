import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { wholePhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../../api/api-context.ts';
import { customerSearchQuery } from '../queries.ts';
import classes from './customers-of-phone.module.css';

const debounceMs = 300;
const most = 3;

interface CustomersOfPhoneProps {
  /** As it is typed; either phone or email. */
  phone?: string;
  email?: string;
  exclude?: readonly string[];
  onTake: (customer: CustomerRow) => void;
}

const wholeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Returns the complete number or address, else ''. */
const searched = (phone: string, email: string): string => {
  const digits = wholePhone(phone);
  if (digits) return digits;
  return wholeEmail.test(email.trim()) ? email.trim() : '';
};

export const CustomersOfPhone = ({ phone = '', email = '', exclude = [], onTake }: CustomersOfPhoneProps) => {
  const call = useApi();
  const [wanted] = useDebouncedValue(searched(phone, email), debounceMs);
  const found = useQuery({ ...customerSearchQuery(call, wanted), enabled: wanted !== '' });
  // The length of a foreign number does not show whether it is complete.
  const has = (customer: CustomerRow) => email !== '' || wholePhone(customer.phone ?? '') === wanted;
  const known = wanted ? (found.data ?? []).filter((one) => has(one) && !exclude.includes(one.id)).slice(0, most) : [];
  if (known.length === 0) return null;
  return (
    <div className={classes.known} role="status">
      <span>{email ? 'Existing customer with this email:' : 'Existing customer with this number:'}</span>
      {known.map((customer) => (
        <Button key={customer.id} variant="default" onClick={() => onTake(customer)}>
          {[customer.full_name, customer.city].filter(Boolean).join(', ')}
        </Button>
      ))}
    </div>
  );
};

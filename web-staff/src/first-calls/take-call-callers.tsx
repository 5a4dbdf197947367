import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { wholePhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { customerSearchQuery } from '../customers/queries.ts';
import classes from './take-call-page.module.css';

/** The customers who have this number: whoever calls may be known. */
export const MatchingCustomers = ({
  phone,
  chosen,
  onTake,
}: {
  phone: string;
  chosen: string | undefined;
  onTake: (customer: CustomerRow) => void;
}) => {
  const call = useApi();
  const [digits = ''] = useDebouncedValue(wholePhone(phone), 300);
  const found = useQuery({ ...customerSearchQuery(call, digits), enabled: digits !== '' });
  // A number abroad has no length by which one could tell that it is whole.
  const known = (found.data ?? [])
    .filter((customer) => digits && wholePhone(customer.phone ?? '') === digits)
    .slice(0, 3);
  if (known.length === 0) return null;
  return (
    <div className={classes.callers} role="status">
      <p className={classes.hint}>This number is known:</p>
      {known.map((customer) => (
        <button
          key={customer.id}
          type="button"
          className={classes.choice}
          aria-pressed={chosen === customer.id}
          onClick={() => onTake(customer)}
        >
          {customer.full_name}
          {customer.city && `, ${customer.city}`}
        </button>
      ))}
    </div>
  );
};

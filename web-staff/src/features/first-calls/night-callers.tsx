import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { customerSearchQuery } from '../../entities/customers/queries.ts';
import classes from './night-page.module.css';

const fullNumber = /^1?\d{10}$/;

/** The customers who have this number: whoever calls may be known. */
export const Callers = ({
  phone,
  chosen,
  onTake,
}: {
  phone: string;
  chosen: string | undefined;
  onTake: (customer: CustomerRow) => void;
}) => {
  const call = useApi();
  const [digits] = useDebouncedValue(phone.replace(/\D/g, ''), 300);
  const isWhole = fullNumber.test(digits);
  const found = useQuery({ ...customerSearchQuery(call, digits.slice(-10)), enabled: isWhole });
  const known = isWhole ? (found.data ?? []).slice(0, 3) : [];
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

import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { addressLine } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { paths } from '../paths.ts';
import classes from './duplicates-page.module.css';

/** A customer with what tells them from another one. */
export const DuplicatePerson = ({ row }: { row: CustomerRow }) => (
  <div className={classes.person}>
    <Anchor component={Link} to={paths.customer(row.id)} inherit fw={600}>
      {row.full_name}
    </Anchor>
    <Text size="sm" c="dimmed">
      {[formatPhone(row.phone ?? ''), row.email, addressLine(row)].filter(Boolean).join(' · ')}
    </Text>
  </div>
);

import { addressLine } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { EmailLink, PhoneLink } from '../ui/fields/field-list.tsx';
import { NoWrap, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import type { Column, Orderings } from '../ui/lists/record-list.tsx';
import { activeCasesText, depositText, serviceText } from './customer-text.ts';
import classes from './customers-page.module.css';

export const nameOrderings: Orderings = ['name', '-name'];

const none = '—';

const Address = ({ row }: { row: CustomerRow }) => {
  const street = [row.address, row.apt_house_number].filter(Boolean).join(', ');
  const place = addressLine({ ...row, address: '', apt_house_number: '' });
  if (!street && !place) return none;
  return (
    <>
      {street}
      {place && <SecondaryLine>{place}</SecondaryLine>}
    </>
  );
};

/** The documented columns; those the API can order by are sorted by their headings (D1 §2). */
export const columns: readonly Column<CustomerRow>[] = [
  { header: 'Phone', cell: ({ phone }) => <NoWrap>{phone ? <PhoneLink phone={phone} /> : none}</NoWrap> },
  {
    header: 'Email',
    priority: 2,
    cell: ({ email }) =>
      email ? (
        <span className={classes.email} title={email}>
          <EmailLink email={email} />
        </span>
      ) : (
        none
      ),
  },
  { header: 'Address', priority: 3, cell: (row) => <Address row={row} /> },
  {
    header: 'Upcoming Service',
    cell: (row) => <NoWrap>{serviceText(row)}</NoWrap>,
    orderings: ['upcoming_service', '-upcoming_service'],
  },
  {
    header: 'Deposits',
    cell: ({ deposit_total }) => <NoWrap>{depositText(deposit_total) || none}</NoWrap>,
    orderings: ['-deposit_total', 'deposit_total'],
    numeric: true,
  },
];

/** Everything that can be chosen on a phone, where there are no headings. */
export const orderings = [
  { value: '', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'upcoming_service', label: 'Next service first' },
  { value: '-upcoming_service', label: 'Latest service first' },
  { value: '-deposit_total', label: 'Largest deposits first' },
  { value: 'deposit_total', label: 'Smallest deposits first' },
] as const;

export const ActiveCasesLine = ({ row }: { row: CustomerRow }) =>
  row.active_cases_count > 0 && <SecondaryLine>{activeCasesText(row.active_cases_count)}</SecondaryLine>;

export const CustomerCard = ({ row }: { row: CustomerRow }) => (
  <>
    <ActiveCasesLine row={row} />
    {row.phone && (
      <div>
        <PhoneLink phone={row.phone} />
      </div>
    )}
    {row.email && (
      <div>
        <EmailLink email={row.email} />
      </div>
    )}
    <div>{addressLine(row)}</div>
    <SpaceBetween>
      <SecondaryLine>Upcoming service: {serviceText(row)}</SecondaryLine>
      <SecondaryLine>Deposits: {depositText(row.deposit_total) || none}</SecondaryLine>
    </SpaceBetween>
  </>
);

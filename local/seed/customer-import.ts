import { customerProjection } from '#functions/projections/customers.ts';
import { type CustomerRecord, customerItem } from '#functions/records/customers/customer-record.ts';
import { customerPopulation } from './customer-population.ts';
import { type Import, type InventedKind, importRecords } from './record-import.ts';

const customers: InventedKind<CustomerRecord> = {
  marker: 'CUSTOMERS',
  projections: [customerProjection],
  population: customerPopulation,
  idOf: ({ id }) => id,
  itemsOf: (keys, record) => [customerItem(keys, record)],
};

/** Fills an organization's list with invented customers (see {@link importRecords}); answers how many. */
export const importCustomers = (job: Import): Promise<number> => importRecords(job, customers);

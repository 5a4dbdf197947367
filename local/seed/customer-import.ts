import { customerItem } from '#functions/customers/repository/customer-record.ts';
import { customerPopulation } from './customer-population.ts';
import { type Import, importRecords } from './record-import.ts';

/** Adds invented customers to an organization (see {@link importRecords}); answers how many. */
export const importCustomers = (job: Import): Promise<number> =>
  importRecords(job, {
    marker: 'CUSTOMERS',
    population: customerPopulation,
    itemsOf: (keys, record) => [customerItem(keys, record)],
  });

import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { exportCustomers } from './export-customers.ts';

export const customerDisclosures = disclosuresOf(customerEndpoints, { export: exportCustomers });

import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { exportCustomers } from './export-customers.ts';

export const customerDisclosures = organizationScopedRoutes(customerEndpoints, { export: exportCustomers });

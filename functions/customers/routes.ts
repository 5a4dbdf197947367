import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { bulkDeleteCustomers } from './bulk-delete-customers.ts';
import { cleanupDuplicates } from './cleanup-duplicates.ts';
import { createCustomer } from './create-customer.ts';
import { deleteCustomer } from './delete-customer.ts';
import { getCustomer } from './get-customer.ts';
import { listCustomers } from './list-customers.ts';
import { mergeCustomers } from './merge-customers.ts';
import { previewMerge } from './preview-merge.ts';
import { searchCustomers } from './search-customers.ts';
import { undoMerge } from './undo-merge.ts';
import { updateCustomer } from './update-customer.ts';

export const customerRoutes = routesOf(customerEndpoints, {
  list: listCustomers,
  create: createCustomer,
  search: searchCustomers,
  cleanupDuplicates,
  bulkDelete: bulkDeleteCustomers,
  get: getCustomer,
  update: updateCustomer,
  delete: deleteCustomer,
  mergePreview: previewMerge,
  merge: mergeCustomers,
  undoMerge,
});

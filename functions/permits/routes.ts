import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { addPermit } from './add-permit.ts';
import { replacePermit, updatePermit } from './change-permit.ts';
import { deletePermit } from './delete-permit.ts';
import { listPermits } from './list-permits.ts';

export const permitRoutes = routesOf(permitEndpoints, {
  list: listPermits,
  add: addPermit,
  update: updatePermit,
  replace: replacePermit,
  delete: deletePermit,
});

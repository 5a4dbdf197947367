import { privacyEndpoints } from '#domain/privacy/erasure.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { forgetHistory } from './forget-history.ts';
import { listDeletedRecords } from './list-deleted-records.ts';

export const privacyDisclosures = organizationScopedRoutes(privacyEndpoints, {
  deletedRecords: listDeletedRecords,
  forget: forgetHistory,
});

import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { bulkDeleteCases } from './bulk-delete-cases.ts';
import { activateCase, cancelCase, completeCase, reopenCase } from './change-case-status.ts';
import { checkNumber } from './check-number.ts';
import { createCase } from './create-case.ts';
import { deleteCase } from './delete-case.ts';
import { findDuplicates } from './find-duplicates.ts';
import { getCase } from './get-case.ts';
import { getQueue } from './get-queue.ts';
import { getStatistics } from './get-statistics.ts';
import { listCases } from './list-cases.ts';
import { markPresence } from './mark-presence.ts';
import { previewNextNumber } from './preview-next-number.ts';
import { updateCase } from './update-case.ts';

export const caseRoutes = routesOf(caseEndpoints, {
  list: listCases,
  create: createCase,
  previewNextNumber,
  checkNumber,
  duplicates: findDuplicates,
  statistics: getStatistics,
  queue: getQueue,
  bulkDelete: bulkDeleteCases,
  get: getCase,
  update: updateCase,
  delete: deleteCase,
  activate: activateCase,
  complete: completeCase,
  cancel: cancelCase,
  reopen: reopenCase,
  presence: markPresence,
});

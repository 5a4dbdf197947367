import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { autoSaveFirstCall } from './auto-save-first-call.ts';
import { bulkDeleteFirstCalls } from './bulk-delete-first-calls.ts';
import { conversionData } from './conversion-data.ts';
import { convertToCase } from './convert-to-case.ts';
import { createFirstCall } from './create-first-call.ts';
import { deleteFirstCall } from './delete-first-call.ts';
import { getFirstCall } from './get-first-call.ts';
import { listFirstCalls } from './list-first-calls.ts';
import { addNok, listNoks, removeNok, replaceNok } from './next-of-kin.ts';
import { updateFirstCall } from './update-first-call.ts';

export const firstCallRoutes = routesOf(firstCallEndpoints, {
  list: listFirstCalls,
  create: createFirstCall,
  autoSave: autoSaveFirstCall,
  bulkDelete: bulkDeleteFirstCalls,
  get: getFirstCall,
  update: updateFirstCall,
  delete: deleteFirstCall,
  conversionData,
  convertToCase,
  noks: listNoks,
  addNok,
  replaceNok,
  removeNok,
});

import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getCaseNumbering, previewCaseNumbering, updateCaseNumbering } from './case-numbering.ts';
import { getCurrentHome, getHome, listFuneralHomes } from './read-homes.ts';
import { updateHome } from './update-home.ts';

export const funeralHomeRoutes = routesOf(funeralHomeEndpoints, {
  list: listFuneralHomes,
  current: getCurrentHome,
  get: getHome,
  update: updateHome,
  caseNumbering: getCaseNumbering,
  previewCaseNumbering,
  updateCaseNumbering,
});

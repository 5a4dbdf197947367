import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { closeFamilyPage } from './close-family-page.ts';
import { getReview, sendReview } from './family-review.ts';
import { getFamilyPage } from './get-family-page.ts';
import { openFamilyPage } from './open-family-page.ts';
import { updateFamilyPage } from './update-family-page.ts';

export const familyPageRoutes = routesOf(familyPageEndpoints, {
  get: getFamilyPage,
  update: updateFamilyPage,
  open: openFamilyPage,
  close: closeFamilyPage,
  review: getReview,
  sendReview,
});

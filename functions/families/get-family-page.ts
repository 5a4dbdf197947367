import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { codeProblem, needs, pageOf, presentPage } from './shared/page-work.ts';

export const getFamilyPage = handler(familyPageEndpoints.get, needs, async ({ params }, { db, now }) => {
  const { kase: caseRecord, page } = await pageOf(db, params.id);
  return presentPage(caseRecord, page, await codeProblem(db, params.id, page, now));
});

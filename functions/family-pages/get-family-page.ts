import { familyPageEndpoints } from '#domain/family/family-page.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { codeProblem, needs, pageOf, presentPage } from './shared/page-work.ts';

export const getFamilyPage = handler(familyPageEndpoints.get, needs, async ({ params }, { db, now }) => {
  const { kase, page } = await pageOf(db, params.id);
  return presentPage(kase, page, await codeProblem(db, params.id, page, now));
});

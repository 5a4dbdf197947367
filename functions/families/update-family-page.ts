import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { choiceChanges, codeProblem, needs, pageOf, presentPage } from './shared/page-work.ts';

/** What the family is shown and asked for from now on; the page itself opens and closes by its codes. */
export const updateFamilyPage = handler(
  familyPageEndpoints.update,
  needs,
  ({ params: { id }, body: { version, ...sent } }, context) => {
    const { db, work, actor, now } = context;
    return context.work.attempt(async () => {
      const { kase: caseRecord, page } = await pageOf(db, id);
      const problem = await codeProblem(db, id, page, now);
      if (version !== undefined && version !== page.version)
        throw conflictError(familyPageEndpoints.update, { current: presentPage(caseRecord, page, problem) });
      const changed = { ...page, ...sent, changed_at: now.toISOString(), changed_by_name: actor.name };
      const changes = choiceChanges(page, changed);
      if (changes.length === 0) return work.finish(presentPage(caseRecord, page, problem));
      return work
        .add(db.familyPages.write(id, page, changed), db.cases.changeCore(caseRecord.core, {}, now))
        .audit('family_page.changed', id, changes)
        .announce('family-page.changed', id, { case_id: id })
        .finish(presentPage(caseRecord, { ...changed, version: page.version + 1 }, problem));
    });
  },
);

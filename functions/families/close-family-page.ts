import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { unmatchableHash } from '#functions/families/repository/family-codes.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { needs, pageOf, presentPage } from './shared/page-work.ts';

/** Ends every code that was given. What was chosen stays, for a page that is opened again. */
export const closeFamilyPage = handler(familyPageEndpoints.close, needs, ({ params: { id } }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const { kase: caseRecord, page, report } = await pageOf(db, id);
    const { reference } = page;
    if (!page.is_open || !reference) return work.finish(presentPage(caseRecord, page));
    const next = { ...page, is_open: false, changed_at: now.toISOString(), changed_by_name: actor.name };
    return work
      .add(db.familyPages.write(id, page, next), db.cases.changeCore(caseRecord.core, {}, now))
      .add(db.familyPages.setCode({ reference, token_hash: unmatchableHash(), ...report }))
      .audit('family_page.closed', id)
      .announce('family-page.changed', id, { case_id: id })
      .finish(presentPage(caseRecord, { ...next, version: page.version + 1 }));
  });
});

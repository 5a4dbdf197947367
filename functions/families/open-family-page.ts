import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { familyPageMessages } from '#domain/families/family-page.schema.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { hashOfCode, newCode, newReference, unmatchableHash } from '#functions/families/repository/family-codes.ts';
import { countMail } from '#functions/platform/api/count-mail.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { addressOf, needs, pageOf, presentPage } from './shared/page-work.ts';

/** A new code on paper is answered once; one by mail is made by the worker that mails it, and seen by nobody here. */
export const openFamilyPage = handler(familyPageEndpoints.open, needs, ({ params: { id }, body }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const { kase: caseRecord, page, report } = await pageOf(db, id);
    if (caseRecord.core.status === 'cancelled')
      throw new AppError('conflict', { detail: familyPageMessages.cancelled });
    if (body.by === 'mail') {
      const address = addressOf(caseRecord);
      if (!address) throw invalid({ by: [familyPageMessages.noAddress] });
      await countMail(context, actor.organizationId, address);
    }
    const reference = page.reference ?? newReference();
    const code = body.by === 'paper' ? newCode() : null;
    const token_hash = code ? hashOfCode(code) : unmatchableHash();
    const at = now.toISOString();
    const version = page.version + 1;
    const asked_version = code ? null : version;
    const next = { ...page, reference, is_open: true, asked_version, changed_at: at, changed_by_name: actor.name };
    work
      .add(db.familyPages.write(id, page, next), db.cases.changeCore(caseRecord.core, {}, now))
      .add(db.familyPages.setCode({ reference, token_hash, ...report }))
      .audit('family_page.opened', id, [{ field: 'family.code', from: null, to: body.by }])
      .announce('family-page.opened', id, { case_id: id });
    if (!code) work.announce('family-page.code-asked', id, { case_id: id, version });
    return work.finish({ page: presentPage(caseRecord, { ...next, version }), code });
  });
});

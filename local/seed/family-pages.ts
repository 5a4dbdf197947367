import { certificateFields } from '#domain/families/certificate-facts.ts';
import {
  createFamilyReviewRepository,
  familyPages,
  newFamilyPage,
} from '#functions/families/repository/family-pages.ts';
import { answerSchema } from '#functions/intake/repository/report-record.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { DemoCase } from './demo-organization.ts';
import { demoId, demoReference, demoStatusToken, type Seeding } from './seeding.ts';

/** The family whose page the terminal names, and which corrected a letter of the certificate. */
export const knownFamily = 'harold-lindqvist';
const corrected = { id: 'mother_maiden_name', value: 'Nyborg' };

/** Opens the pages of the families with a story of their own: together they show every step. */
export const seedFamilyPage = async (
  seeding: Seeding,
  { name, by, created, from, papers }: DemoCase,
): Promise<void> => {
  if (!papers?.length) return;
  const { organizationId, table } = seeding;
  const [keys, caseId, reference] = [keysOf(organizationId), demoId('case', name), demoReference(name)];
  const hours = created * 0.8;
  const db = seeding.databaseAs(by, hours);
  const { core, sections } = await db.cases.require(caseId);
  const page = {
    ...newFamilyPage(reference),
    shows_service: true,
    contact: `${seeding.staffName(by)}, day and night`,
    changed_at: seeding.instant(hours),
    changed_by_name: seeding.staffName(by),
    needs: papers.some((paper) => paper.startsWith('photo')) ? [] : (['photograph', 'call'] as const).slice(),
  };
  const report = { reference, token_hash: sha256(demoStatusToken(name)), funeral_home_id: core.funeral_home_id };
  await db.commit([
    familyPages.in(table, keys).write(caseId, { version: 0 }, page),
    ...('submission' in from ? [] : [db.submissions.createStatus({ ...report, submitted_at: core.created_at })]),
    db.audit.entry('family_page.opened', caseId, [{ field: 'family.code', from: null, to: 'paper' }]),
  ]);
  if (name !== knownFamily) return;
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  const informant = String(values.informant?.informant_name ?? '');
  const [sent, answered] = [created * 0.6, created * 0.4];
  await db.commit([
    createFamilyReviewRepository(table, keys).write(caseId, undefined, {
      version: 0,
      revision: 1,
      reference,
      informant,
      changed: [],
      sent_at: seeding.instant(sent),
      sent_by_name: seeding.staffName(by),
      facts: certificateFields(values, core.home_state),
    }),
    {
      put: answerSchema.item(sharedKeys.familyAnswer(reference, 1), {
        funeral_home_id: core.funeral_home_id,
        revision: 1,
        name: informant,
        at: seeding.instant(answered),
        corrections: [corrected],
      }),
    },
    seeding
      .databaseAs(by, sent)
      .audit.entry('family_review.sent', caseId, [{ field: 'family.revision', from: null, to: 1 }]),
  ]);
};

import { languageOfFamily } from '#domain/families/family-language.ts';
import { familyAddress } from '#domain/families/family-view.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { familyPageSchema } from '#functions/families/repository/family-pages.ts';
import { createFamilyReviewRepository } from '#functions/families/repository/family-reviews.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { familyEmailText, inLanguage } from './family-email-text.ts';
import { oneLine } from './mail-content.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** The review that an event tells of, if it is still the last one, with the case that it is about. */
const reviewOf = async (
  { table }: NotifyDependencies,
  { organization_id, payload }: { organization_id: string; payload: { case_id: string; revision: number } },
) => {
  const keys = keysOf(organization_id);
  const reviews = createFamilyReviewRepository(table, keys);
  const [core, sent] = await Promise.all([table.get(keys.case(payload.case_id)), reviews.find(payload.case_id)]);
  if (!core || sent?.revision !== payload.revision) return undefined;
  const caseRecord = caseSchema.parse(core);
  const home = await createHomeRepository(table, keys).home(caseRecord.funeral_home_id);
  return home && { keys, kase: caseRecord, home, sent, answer: await reviews.answer(sent) };
};

/** Asks the informant to read the facts, on the page that they have the code of; nobody who has confirmed them already. */
export const onFamilyReviewSent =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'family-review.sent'>): Promise<void> => {
    const found = await reviewOf(dependencies, envelope);
    if (!found || found.answer) return;
    const { keys, kase: caseRecord, home, sent } = found;
    const [section, part] = await Promise.all([
      dependencies.table.get(keys.caseSection(caseRecord.id, 'informant')),
      dependencies.table.get(keys.casePart(caseRecord.id, 'PART#FAMILY')),
    ]);
    const informant = section ? caseSectionSchema.parse(section).values : {};
    const to = familyAddress(informant);
    if (!to) return;
    const phone = home.emergency_phone ?? home.phone;
    const language = languageOfFamily(
      informant,
      part ? familyPageSchema.parse(part).language : caseRecord.family?.language,
    );
    const { review: words } = familyEmailText[language];
    const about = { record: caseRecord.id, version: sent.revision };
    const compose = () => ({
      to: [to],
      language,
      phones: phone ? [formatPhone(phone)] : [],
      subject: words.subject(oneLine(home.name)),
      text: [
        ...words.read,
        '',
        inLanguage(`${dependencies.intakeSiteUrl}/status/${sent.reference}`, language),
        '',
        words.asks,
        ...(phone ? [words.lost(formatPhone(phone))] : []),
        '',
        oneLine(home.name),
      ].join('\n'),
    });
    await sendMail(dependencies, envelope, 'family-review', compose, about);
  };

/** Tells the home that the family has confirmed, and whether something is to be taken over. */
export const onFamilyReviewConfirmed =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'family-review.confirmed'>): Promise<void> => {
    const found = await reviewOf(dependencies, envelope);
    if (!found?.answer || found.home.notification_emails.length === 0) return;
    const { kase: caseRecord, home, answer } = found;
    const count = answer.corrections.length;
    await sendMail(dependencies, envelope, 'family-review-confirmed', () => ({
      to: home.notification_emails,
      subject: `Facts confirmed by the family: ${oneLine(caseRecord.case_number)}`,
      text: [
        `The family has confirmed the facts of the certificate of case ${oneLine(caseRecord.case_number)}.`,
        ...(count === 0
          ? ['Nothing was corrected.']
          : [`Lines that were corrected: ${count}`, 'Take them over in the case.']),
        '',
        `Open the case: ${dependencies.staffSiteUrl}/cases/${caseRecord.id}`,
      ].join('\n'),
    }));
  };

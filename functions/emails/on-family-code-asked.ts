import { languageOfFamily } from '#domain/families/family-language.ts';
import { familyAddress } from '#domain/families/family-view.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { familyPageSchema } from '#functions/families/repository/family-pages.ts';
import { createHomeRepository, type HomeRecord } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { familyEmailText, phoneForFamilies } from './family-email-text.ts';
import { accessInstructions, type FamilyAccess, issueEmailCode } from './issue-family-code.ts';
import { type MailContent, oneLine } from './mail-content.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

const codeMail = (to: string, home: HomeRecord, access: FamilyAccess | undefined, language: Language): MailContent => {
  const phone = phoneForFamilies(home, language);
  const { code: words } = familyEmailText[language];
  return {
    to: [to],
    language,
    phones: phone ? [phone.number] : [],
    ...(access && { code: access.code }),
    subject: words.subject(oneLine(home.name)),
    text: [
      words.opened(oneLine(home.name)),
      '',
      // Closed while the mail was under way: the number below helps.
      ...(access ? accessInstructions(access, language) : [words.closed]),
      '',
      ...(phone ? [words.question(phone.said), ''] : []),
      words.unexpected,
      '',
      oneLine(home.name),
    ].join('\n'),
  };
};

/** Mails the informant of a case the code of the family's page, unless another one was asked for since, or it was closed. */
export const onFamilyCodeAsked =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'family-page.code-asked'>): Promise<void> => {
    const { table } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const { case_id: id, version } = envelope.payload;
    const [core, part, section] = await Promise.all([
      table.get(keys.case(id)),
      table.get(keys.casePart(id, 'PART#FAMILY')),
      table.get(keys.caseSection(id, 'informant')),
    ]);
    const page = part && familyPageSchema.parse(part);
    const informant = section ? caseSectionSchema.parse(section).values : {};
    const to = familyAddress(informant);
    if (!core || !page?.is_open || !page.reference || !to || page.asked_version !== version) return;
    const { reference } = page;
    const language = languageOfFamily(informant, page.language);
    const home = await createHomeRepository(table, keys).home(caseSchema.parse(core).funeral_home_id);
    if (!home) return;
    const compose = async () => codeMail(to, home, await issueEmailCode(dependencies, reference), language);
    await sendMail(dependencies, envelope, 'family-code', compose, { record: id, version });
  };

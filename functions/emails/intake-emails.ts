import { contactTimes } from '#domain/intake/sections/contact-and-next-of-kin.ts';
import { formKindLabels, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { rowOfSubmission, type SubmissionRecord } from '#functions/intake/repository/submission-record.ts';
import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { awaitAllEffects } from '#functions/platform/store/partners/effects.ts';
import { type Delivery, LimitedRetriesError } from '#functions/platform/workers/worker.ts';
import {
  accessInstructions,
  type FamilyAccess,
  familyEmailText,
  issueEmailCode,
  phoneForFamilies,
} from './family-emails.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** Only the times that the form offers; other text is a stranger's and stays in the report. */
const preferredTime = (answer: string): string =>
  contactTimes.find((time) => time === answer) ?? 'see submission for best time to call';

type Row = ReturnType<typeof rowOfSubmission>;

/** Names the person of each number: a nurse's number must not be taken for the widow's. */
const whomToCall = (row: Row, informantPhone: string): string[] => {
  const time = row.preferred_contact_time ? ` (${preferredTime(row.preferred_contact_time)})` : '';
  const callBack = `${formatPhone(row.submitter_phone)}${time}`;
  const informant = oneLine(row.informant_name);
  return row.by_another
    ? [`Next of kin: ${informant}, ${formatPhone(informantPhone)}`, `Reported by someone else. Call back: ${callBack}`]
    : [`${isInquiry(row.kind) ? 'From' : 'Reported by'}: ${informant}`, `Call back: ${callBack}`];
};

/** An inquiry must not be taken for a death. */
const whatCame = ({ kind, deceased_full_name, informant_name }: Row, home: string) => {
  if (!isInquiry(kind))
    return {
      subject: `Death reported: ${oneLine(deceased_full_name)}`,
      text: `A family has reported a death to ${home}.`,
    };
  const about = oneLine(deceased_full_name || informant_name);
  return { subject: `${formKindLabels[kind]}: ${about}`, text: `Someone submitted a form for ${home}.` };
};

/** Tells staff who to call; details require the sign-in. */
export const notificationMail = (home: HomeRecord, submission: SubmissionRecord, staffSiteUrl: string): MailContent => {
  const row = rowOfSubmission(submission);
  const came = whatCame(row, oneLine(home.name));
  return {
    to: home.notification_emails,
    phones: [...new Set([row.submitter_phone, stringAt(submission.form, 'informant_phone')].map(formatPhone))],
    subject: `${came.subject} (${oneLine(home.name)})`,
    text: [
      came.text,
      '',
      `Reference: ${row.reference}`,
      ...(row.deceased_full_name || !isInquiry(row.kind) ? [`Deceased: ${oneLine(row.deceased_full_name)}`] : []),
      ...whomToCall(row, stringAt(submission.form, 'informant_phone')),
      ...(row.language === 'en' ? [] : [`Language: ${languageLabels[row.language]}`]),
      '',
      `Open the submission: ${staffSiteUrl}/submissions/${submission.id}`,
    ].join('\n'),
  };
};

const addressOfFamily = ({ form }: SubmissionRecord): string => stringAt(form, 'submitter_email');

/** Contains no answers, and in its subject no name of the deceased. */
export const confirmationMail = (
  home: HomeRecord,
  submission: SubmissionRecord,
  access: FamilyAccess | undefined,
): MailContent => {
  const { language, reference } = submission;
  // The number of the form that the family used.
  const emergency_phone = submission.managed_form?.emergency_phone ?? home.emergency_phone;
  const phone = phoneForFamilies({ ...home, emergency_phone }, language);
  const { received: words, inquiry } = familyEmailText[language];
  const other = isInquiry(submission.kind) ? inquiry[submission.kind] : undefined;
  return {
    to: [addressOfFamily(submission)].filter(Boolean),
    language,
    phones: phone ? [phone.number] : [],
    subject: (other ?? words).subject(oneLine(home.name)),
    text: [
      words.thanks,
      '',
      (other ?? words).contact,
      ...(phone ? [words.call(phone.text)] : []),
      '',
      ...(access ? [...accessInstructions(access, language), words.both] : [words.reference(reference)]),
      '',
      other?.regards ?? words.condolences,
      oneLine(home.name),
    ].join('\n'),
  };
};

/** Emails staff and family about a report, each once. */
export const onIntakeSubmitted =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'intake.submitted'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const keys = keysOf(organizationId);
    const submission = await createSubmissionRepository(table, keys).find(payload.submission_id);
    // Deleted before the email was sent.
    if (!submission) return;
    const home = await createOrganizationRepository(table, keys).home(payload.funeral_home_id);
    if (!home) throw new HomeMissingError();
    const staff = notificationMail(home, submission, staffSiteUrl);
    const family = async () =>
      confirmationMail(home, submission, await issueEmailCode(dependencies, submission.reference));
    await awaitAllEffects([
      ...(staff.to.length ? [sendMail(dependencies, envelope, 'staff-notification', () => staff)] : []),
      ...(addressOfFamily(submission) ? [sendMail(dependencies, envelope, 'family-confirmation', family)] : []),
    ]);
  };

class HomeMissingError extends LimitedRetriesError {
  override readonly name = 'HomeMissingError';
  readonly receives = 5;
  override readonly seconds = 2;
}

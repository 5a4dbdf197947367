import { contactTimes } from '#domain/intake/sections/contact.ts';
import { formatPhone } from '#domain/values/phone.ts';
import type { HomeRecord } from '#functions/records/homes.ts';
import { formText, type SubmissionRecord } from '#functions/records/submission-record.ts';
import { type SubmissionListRow, submissionRow } from '#functions/records/submission-rows.ts';
import { type MailContent, oneLine } from './mail-content.ts';

/** Of the times only those that the form offers: other words are a stranger's, and stand in the report. */
const preferredTime = (said: string): string =>
  contactTimes.find((time) => time === said) ?? 'see the report for the time';

/** Each number with its person: a nurse's must not be taken for the widow's. */
const whomToCall = (row: SubmissionListRow, informantPhone: string): string[] => {
  const callBack = `${formatPhone(row.submitter_phone)} (${preferredTime(row.preferred_contact_time)})`;
  const informant = oneLine(row.informant_name);
  return row.by_another
    ? [`Next of kin: ${informant}, ${formatPhone(informantPhone)}`, `Reported by somebody else. Call back: ${callBack}`]
    : [`Reported by: ${informant}`, `Call back: ${callBack}`];
};

/** Tells the home's staff whom to call; details stay behind the sign-in. */
export const notificationMail = (home: HomeRecord, submission: SubmissionRecord, staffSiteUrl: string): MailContent => {
  const row = submissionRow(submission);
  return {
    to: home.notification_emails,
    subject: `Death reported: ${oneLine(row.deceased_full_name)} (${oneLine(home.name)})`,
    text: [
      `A family has reported a death to ${oneLine(home.name)}.`,
      '',
      `Reference: ${row.reference}`,
      `Deceased: ${oneLine(row.deceased_full_name)}`,
      ...whomToCall(row, formText(submission.form, 'informant_phone')),
      '',
      `Open the report: ${staffSiteUrl}/submissions/${submission.id}`,
    ].join('\n'),
  };
};

/** Tells the family that the report has arrived, and whom to call. */
export const confirmationMail = (home: HomeRecord, submission: SubmissionRecord): MailContent => {
  const row = submissionRow(submission);
  const phone = home.emergency_phone ?? home.phone;
  return {
    to: row.submitter_email ? [row.submitter_email] : [],
    subject: `We have received your report - ${oneLine(home.name)}`,
    text: [
      'Thank you. We have received your information and will contact you shortly.',
      '',
      'A funeral director will contact you within 30 minutes during business hours and guide you through what follows.',
      ...(phone ? [`If you need us before that, call ${formatPhone(phone)} at any time.`] : []),
      '',
      `Your reference is ${row.reference}.`,
      '',
      'With our condolences,',
      oneLine(home.name),
    ].join('\n'),
  };
};

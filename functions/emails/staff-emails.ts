import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { telHref } from '#domain/shared/values/phone.ts';
import { type DueRecord, dueId, dueSchema } from '#functions/deadlines/repository/deadlines.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository, type Profile } from '#functions/organizations/repository/organizations.ts';
import type { Mailer } from '#functions/platform/adapters/mailer.ts';
import { keysOf, mailNames } from '#functions/platform/store/keys.ts';
import { type EffectDependencies, effect } from '#functions/platform/store/partners/effects.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { newInvitationLink } from '#functions/team/repository/invitation-link.ts';
import { keepMailProblem } from '#functions/team/repository/mail-problems.ts';
import { createTeamRepository, type InvitationRecord } from '#functions/team/repository/team.ts';

export interface MailContent {
  to: string[];
  subject: string;
  text: string;
  /** Language of its text; English by default. */
  language?: Language;
  /** Phone numbers in the text to link, as written there. */
  phones?: readonly string[];
  /** The code in the text that the email delivers; it is displayed most prominently. */
  code?: string;
}

// Typed text must not become a header or another line, or reverse the reading direction.
const breakingChanges = /[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Email clients make links of an @, or of a period or colon followed by text. */
const linking = /([.:@/\\])(?=\S)/g;
const longest = 120;

/**
 * Returns a name as one line of at most 120 characters that no email client makes a link of; used for all typed text.
 */
export const oneLine = (text: string): string =>
  [...text.replace(breakingChanges, ' ').replace(linking, '$1 ').replace(breakingChanges, ' ').trim()]
    .slice(0, longest)
    .join('');

const words: Readonly<Record<Language, { call: string; open: string }>> = {
  en: { call: 'Call', open: 'Open the page' },
  es: { call: 'Llamar al', open: 'Abrir la página' },
};

const sans = "-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const serif = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const fixed = "ui-monospace,Menlo,Consolas,'Courier New',monospace";
const paragraph = `margin:0 0 12px;font:16px/1.55 ${sans};color:#26302f`;
/** A line such as "Reference: R-7K3M-9QTX": a short label and its value. */
const factLine = /^([\p{L} ]{2,30}): (\S.*)$/u;
const linkLine = /^(?:(.*\S) )?(https?:\/\/\S+)$/;
/** A line before a link, which becomes its button. */
const buttonLabel = /^(.{2,40}):$/;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? '');

const button = (href: string, label: string, isFirst: boolean): string => {
  const [ground, ink] = isFirst ? ['#2f4a4d', '#ffffff'] : ['#fffdf9', '#2f4a4d'];
  return (
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 16px"><tr>' +
    `<td align="center" style="background:${ground};border:1px solid #2f4a4d;border-radius:10px">` +
    `<a href="${escaped(href)}" style="display:block;padding:14px 20px;font:600 16px/1.3 ${sans};color:${ink};text-decoration:none">` +
    `${escaped(label)}</a></td></tr></table>`
  );
};

const fact = (label: string, value: string): string =>
  `<p style="margin:4px 0;font:15px/1.5 ${sans};color:#525c5a;overflow-wrap:anywhere">${escaped(label)}<br>` +
  `<b style="font-size:18px;color:#26302f">${escaped(value)}</b></p>`;

/** Large, monospaced and on one line, because it is read on one device and typed on another. */
const codeFact = (label: string, code: string): string =>
  `<p style="margin:4px 0;font:15px/1.5 ${sans};color:#525c5a">${escaped(label)}<br>` +
  `<b style="font:700 30px/1.3 ${fixed};letter-spacing:1px;white-space:nowrap;color:#26302f">${escaped(code)}</b></p>`;

const facts = (rows: readonly string[]): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#e5eeec;border-radius:10px;margin:4px 0 16px">' +
  `<tr><td style="padding:12px 20px">${rows.join('')}</td></tr></table>`;

/** Keeps a phone number on one line, despite its space or hyphen. */
const withWhole = (numbers: readonly string[], text: string): string =>
  numbers
    .map(escaped)
    .reduce((html, phone) => html.replaceAll(phone, `<span style="white-space:nowrap">${phone}</span>`), text);

/** Renders the parts of an email: sentences, buttons, and panels of labeled lines. */
const sheetOf = ({ language = 'en', phones = [], code }: MailContent) => {
  const made: string[] = [];
  const numbers = phones.filter(Boolean);
  const uncalled = new Set(numbers);
  // A family first calls at night, so the first number is the main button; without a number it is the page. With a
  // code, calling is only a fallback.
  let isFirst = true;
  const press = (href: string, label: string, canBeFirst = true) => {
    made.push(button(href, label, isFirst && canBeFirst));
    if (canBeFirst) isFirst = false;
  };
  const call = (lines: readonly string[]) => {
    for (const phone of uncalled) {
      if (!lines.some((line) => line.includes(phone))) continue;
      uncalled.delete(phone);
      press(telHref(phone), `${words[language].call} ${phone}`, code === undefined);
    }
  };
  const say = (line: string) => made.push(`<p style="${paragraph}">${withWhole(numbers, escaped(line))}</p>`);
  return {
    made,
    say: (line: string) => {
      say(line);
      call([line]);
    },
    name: (rows: readonly string[]) => {
      if (rows.length > 0) made.push(facts(rows));
      call(rows);
    },
    lead: (before: string | undefined, url: string) => {
      const label = buttonLabel.exec(before ?? '')?.[1];
      if (before && !label) say(before);
      press(url, label ?? words[language].open);
    },
  };
};

/** Splits an email into parts; consecutive labeled lines form a panel. */
const parts = (mail: MailContent, sites: readonly string[]): string[] => {
  const sheet = sheetOf(mail);
  let rows: string[] = [];
  // A line before a link is the text of its button.
  const lines = mail.text.replace(/^(.{2,40}:)\n(?=https?:)/gmu, '$1 ').split('\n');
  for (const line of lines) {
    const [, before, url] = linkLine.exec(line) ?? [];
    const isOurs = url !== undefined && sites.some((site) => url.startsWith(`${site}/`));
    const [, label, value] = isOurs ? [] : (factLine.exec(line) ?? []);
    if (label && value) {
      rows.push((value === mail.code ? codeFact : fact)(label, value));
      continue;
    }
    sheet.name(rows);
    rows = [];
    if (isOurs) sheet.lead(before, url);
    else if (line) sheet.say(line);
  }
  sheet.name(rows);
  return sheet.made;
};

/**
 * Returns an email as HTML with the same text. Only links to the product's own sites and the listed phone numbers
 * become links; typed text never does.
 */
export const mailHtml = (mail: MailContent, sites: readonly string[]): string => `<!doctype html>
<html lang="${mail.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(mail.subject)}</title>
</head>
<body style="margin:0;background:#f6f1ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:568px"><tr>
<td style="padding:24px 20px;background:#fffdf9;border:1px solid #d9d2c5;border-radius:10px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font:600 22px/1.3 ${serif};color:#26302f">${escaped(mail.subject)}</h1>
${parts(mail, sites).join('\n')}
</td>
</tr></table>
</td></tr></table>
</body>
</html>
`;

export interface NotifyDependencies extends EffectDependencies {
  mailer: Mailer;
  staffSiteUrl: string;
  intakeSiteUrl: string;
}

/**
 * Sends an email of an event once, however often the event arrives. `compose` creates it at the last moment. SES has
 * no idempotency key; its "Email Sent" event confirms the effect through the tags.
 */
export const sendMail = async (
  { mailer, staffSiteUrl, intakeSiteUrl, ...dependencies }: NotifyDependencies,
  { id: eventId, organization_id: organizationId }: { id: string; organization_id: string },
  name: string,
  compose: () => MailContent | Promise<MailContent>,
  /** The record that shows a failure of this email. */
  about?: { record: string; version: number },
): Promise<void> => {
  await effect(dependencies, {
    kind: 'vouched',
    partner: 'ses',
    organizationId,
    eventId,
    name,
    act: async () => {
      const ids = { organization: organizationId, event: eventId, effect: name };
      const tags = about ? { ...ids, record: about.record, version: String(about.version) } : ids;
      const content = await compose();
      const { to, subject, text } = content;
      await mailer.send({ to, subject, text, html: mailHtml(content, [staffSiteUrl, intakeSiteUrl]), tags });
    },
  });
};

/** Records the failure of an email that staff can see; alarms on SES's rates cover the others. */
export const onMailFailed =
  ({ table, now }: Pick<NotifyDependencies, 'table' | 'now'>) =>
  async ({ organization, effect, record, version }: Record<string, string>, problem: MailProblem): Promise<void> => {
    const mail = mailNames.find((name) => name === effect);
    if (!organization || !mail || !record || !version) return;
    await keepMailProblem(table, organization, { mail, record, version: Number(version) }, problem, now());
  };

const resetMail = (
  { email, first_name }: Profile,
  home: HomeRecord | undefined,
  staffSiteUrl: string,
): MailContent => ({
  to: [email],
  subject: 'Your authenticator app was turned off',
  text: [
    `Hello ${oneLine(first_name)},`,
    '',
    `An administrator at ${oneLine(home?.name ?? 'your organization')} turned off the authenticator app for your Stillwater account.`,
    'You have been signed out everywhere. You can sign in with just your password until you set up an app again in your profile:',
    `${staffSiteUrl}/profile`,
    '',
    'If you did not request this, change your password and tell your administrator right away.',
  ].join('\n'),
});

/** Tells a member that their second factor is off, so that an attacker cannot turn it off unnoticed. */
export const onAuthenticatorResetMail =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'member.authenticator-reset'>): Promise<void> => {
    const organizations = createOrganizationRepository(dependencies.table, keysOf(envelope.organization_id));
    const profile = await organizations.profile(envelope.payload.profile_id);
    if (!profile) return;
    const home = await organizations.home(profile.funeral_home_id);
    await sendMail(dependencies, envelope, 'authenticator-reset', () =>
      resetMail(profile, home, dependencies.staffSiteUrl),
    );
  };

const invitationMail = (invitation: InvitationRecord, link: string): MailContent => ({
  to: [invitation.email],
  subject: `You’re invited to join ${oneLine(invitation.organization_name)} on Stillwater`,
  text: [
    `${oneLine(invitation.invited_by_name)} invited you to join ${oneLine(invitation.organization_name)} on Stillwater as ${oneLine(invitation.funeral_home_name)} at ${roleLabels[invitation.role].toLowerCase()}.`,
    '',
    'Set up your account:',
    link,
    '',
    'The link works once and expires after seven days. If you did not expect this email, you can ignore it.',
  ].join('\n'),
});

/**
 * Sends an invitation. Its token is created here and only its hash is stored: it is in the email, and in no event, log
 * or response. Sending again creates a new link and ends the previous one.
 */
export const onInvitation =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'invitation.created' | 'invitation.resent'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const team = createTeamRepository(table, keysOf(organizationId));
    const current = await team.invitation(payload.invitation_id);
    // Cancelled, accepted or sent again in the meantime.
    if (current?.status !== 'pending' || current.mailing !== payload.mailing) return;
    const compose = async () => {
      const { token, linked, writes } = newInvitationLink(team, current, now());
      await table.transact([team.changeInvitation(current, linked), ...writes]);
      return invitationMail(linked, `${staffSiteUrl}/invitations/${token}`);
    };
    await sendMail(dependencies, envelope, 'invitation', compose, { record: current.id, version: current.mailing });
  };

const reminderMail = (to: string[], row: DueRecord, staffSiteUrl: string): MailContent => {
  const what = deadlineLabels[row.kind];
  const name = oneLine(row.deceased_name) || 'Name not given';
  return {
    to,
    subject: `Due ${formatDate(row.due)}: ${what} (${name})`,
    text: [
      `${what} is due on ${formatDate(row.due)}.`,
      '',
      `Case: ${oneLine(row.case_number)}, ${name}`,
      '',
      `Open the case: ${staffSiteUrl}/cases/${row.case_id}`,
      '',
      'You get one reminder for each deadline you own. Open the case to see the rule or change the date or owner.',
    ].join('\n'),
  };
};

/** Reminds the owner of a deadline, or the home if it has none, once and only while it is open. */
export const onDeadlineNear =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'deadline.near'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { case_id, kind, due } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const item = await table.get(keys.deadline(dueId(case_id, kind)));
    const row = item && dueSchema.parse(item);
    if (row?.due !== due) return;
    const organizations = createOrganizationRepository(table, keys);
    const owner = row.owner ? await organizations.profile(row.owner) : undefined;
    const to =
      owner?.status === 'active'
        ? [owner.email]
        : ((await organizations.home(row.funeral_home_id))?.notification_emails ?? []);
    if (to.length === 0) return;
    await sendMail(dependencies, envelope, 'deadline-reminder', () => reminderMail(to, row, staffSiteUrl));
  };

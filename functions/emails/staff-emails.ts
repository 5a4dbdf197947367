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

/** A mail before it is sent. */
export interface MailContent {
  to: string[];
  subject: string;
  text: string;
  /** Of its words; English where none is named. */
  language?: Language;
  /** Numbers of the text that can be called from it, each as it stands there. */
  phones?: readonly string[];
  /** A code that the mail is there to bring, as it stands in the text: nothing in it is as prominent. */
  code?: string;
}

// What people typed must not become a header or a line of its own, nor turn the reading direction around.
const breakingChanges = /[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** What mail programs make links of: an address has a point or a colon with something behind it, or an @. */
const linking = /([.:@/\\])(?=\S)/g;
const longest = 120;

/**
 * A name as one line of at most 120 characters that no mail program makes a link of: "evil.example/x" comes apart. For
 * everything in a mail that somebody typed.
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
/** A line such as "Reference: R-7K3M-9QTX": a short label, and what it names. */
const factLine = /^([\p{L} ]{2,30}): (\S.*)$/u;
const linkLine = /^(?:(.*\S) )?(https?:\/\/\S+)$/;
/** What leads to a link, and can stand on a button. */
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

/** Large, in letters of one width, and on one line: read from one device and typed on another. */
const codeFact = (label: string, code: string): string =>
  `<p style="margin:4px 0;font:15px/1.5 ${sans};color:#525c5a">${escaped(label)}<br>` +
  `<b style="font:700 30px/1.3 ${fixed};letter-spacing:1px;white-space:nowrap;color:#26302f">${escaped(code)}</b></p>`;

const facts = (rows: readonly string[]): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#e5eeec;border-radius:10px;margin:4px 0 16px">' +
  `<tr><td style="padding:12px 20px">${rows.join('')}</td></tr></table>`;

/** Escaped text in which a number is not broken over two lines, at its space or its hyphen. */
const withWhole = (numbers: readonly string[], text: string): string =>
  numbers
    .map(escaped)
    .reduce((html, phone) => html.replaceAll(phone, `<span style="white-space:nowrap">${phone}</span>`), text);

/** What a mail is put together of: sentences, buttons, and panels of lines that name something. */
const sheetOf = ({ language = 'en', phones = [], code }: MailContent) => {
  const made: string[] = [];
  const numbers = phones.filter(Boolean);
  const uncalled = new Set(numbers);
  // What a family does first at night is to call; where no number stands, it is what the mail leads to. Beside a code that
  // the mail brings, calling is what helps when it does not open anything.
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

/** The parts of a mail one after another; lines that name something stand together in one panel. */
const parts = (mail: MailContent, sites: readonly string[]): string[] => {
  const sheet = sheetOf(mail);
  let rows: string[] = [];
  // A line that leads to the next one is the word on its button.
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
 * The mail once more as HTML, made of its own text: both say the same words. Links are those to our own sites, and numbers
 * to call those that whoever wrote the mail names; what else looks like one, as a name might, stays text.
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

/** What every mail of the worker is made and sent with. */
export interface NotifyDependencies extends EffectDependencies {
  mailer: Mailer;
  staffSiteUrl: string;
  intakeSiteUrl: string;
}

/**
 * Sends the mail of this name for an event, once however often the event comes. `compose` makes it at the last moment.
 * SES knows no idempotency key; the tags lead its own "Email Sent" event back to the effect, which it so vouches for.
 */
export const sendMail = async (
  { mailer, staffSiteUrl, intakeSiteUrl, ...dependencies }: NotifyDependencies,
  { id: eventId, organization_id: organizationId }: { id: string; organization_id: string },
  name: string,
  compose: () => MailContent | Promise<MailContent>,
  /** Which record, and which of the mails about it: staff are shown there when it comes back. */
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

/** Keeps what became of a mail that staff are shown; of the others SES's rates and their alarms tell. */
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

/** Tells a member that their second factor is off, so that nobody turns it off behind their back. */
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

/** The mail with the secret link. */
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
 * Sends an invitation. The token is made here, kept as a hash, and stands in the mail alone: no event, log or answer
 * ever holds it. A mail that has to be sent again gets a new link, and the one before it ends.
 */
export const onInvitation =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'invitation.created' | 'invitation.resent'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const team = createTeamRepository(table, keysOf(organizationId));
    const current = await team.invitation(payload.invitation_id);
    // Cancelled, accepted or sent again meanwhile: this mail has no business any more.
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

/** Tells the owner of a deadline that it is near; the home, where nobody owns it. Once, and not of what was settled since. */
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

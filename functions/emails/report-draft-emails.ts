import { randomBytes } from 'node:crypto';
import { draftCodeMinutes } from '#domain/intake/intake.schema.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { hashOfCode, newCode } from '#functions/families/repository/family-pages.ts';
import { reportDraftSchema, type StoredReportDraft } from '#functions/intake/repository/report-status.ts';
import { createHomeRepository, type HomeRecord } from '#functions/organizations/repository/homes.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { inLanguage, phoneForFamilies } from './family-emails.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

interface DraftWords {
  link: {
    subject: (home: string) => string;
    kept: (home: string) => string;
    how: readonly string[];
    unexpected: string;
  };
  code: {
    subject: (home: string) => string;
    code: (code: string) => string;
    until: (minutes: number) => string;
    unexpected: string;
  };
  call: (phone: string) => string;
}

const english: DraftWords = {
  link: {
    subject: (home) => `Continue your report - ${home}`,
    kept: (home) =>
      `Your answers for ${home} are saved. Nothing has been submitted yet. To continue on any device, open:`,
    how: [
      'When you open the link, we will email you a code to keep your answers private.',
      'The link works for seven days. For privacy, the Social Security Number is not saved; you will need to enter it again.',
    ],
    unexpected: 'If you did not request this email, you can ignore it.',
  },
  code: {
    subject: (home) => `Your code - ${home}`,
    code: (code) => `Your code: ${code}`,
    until: (minutes) => `It opens your saved report for ${minutes} minutes. Use the most recent code.`,
    unexpected: 'If you did not request this code, do not share it. No one can see your answers without it.',
  },
  call: (phone) => `If you would rather talk by phone, call ${phone}.`,
};

const spanish: DraftWords = {
  link: {
    subject: (home) => `Continúe su informe - ${home}`,
    kept: (home) =>
      `Sus respuestas para ${home} están guardadas. Todavía no se ha enviado nada. Para continuar en cualquier dispositivo, abra:`,
    how: [
      'Cuando abra el enlace, le enviaremos un código por correo para proteger sus respuestas.',
      'El enlace sirve durante siete días. Por su privacidad, el número de Seguro Social no se guarda; tendrá que escribirlo de nuevo.',
    ],
    unexpected: 'Si usted no pidió este correo, puede ignorarlo.',
  },
  code: {
    subject: (home) => `Su código - ${home}`,
    code: (code) => `Su código: ${code}`,
    until: (minutes) => `Abre su informe guardado durante ${minutes} minutos. Vale el código más reciente.`,
    unexpected: 'Si usted no pidió este código, no lo comparta. Sin él nadie puede ver sus respuestas.',
  },
  call: (phone) => `Si prefiere decírnoslo por teléfono, llame al ${phone}.`,
};

const draftEmailText: Readonly<Record<Language, DraftWords>> = { en: english, es: spanish };

type Asked = Delivery<'report-draft.kept' | 'report-draft.code-asked'>;

interface Found {
  draft: StoredReportDraft;
  home: HomeRecord;
}

/** Returns the draft of an event with its home; undefined if it was submitted, deleted or expired. */
const found = async ({ table, now }: NotifyDependencies, { envelope }: Asked): Promise<Found | undefined> => {
  const { draft_id, funeral_home_id } = envelope.payload;
  const [item, home] = await Promise.all([
    table.get(sharedKeys.reportDraft(draft_id)),
    createHomeRepository(table, keysOf(envelope.organization_id)).home(funeral_home_id),
  ]);
  const draft = item && reportDraftSchema.parse(item);
  if (!draft || !home || draft.expires_at * 1000 <= now().getTime()) return undefined;
  return { draft, home };
};

class DraftGoneError extends Error {
  override readonly name = 'DraftGoneError';
}
const unlessGone = (error: unknown): void => {
  if (!(error instanceof DraftGoneError)) throw error;
};

/** Stores the hash of a secret, which itself is only in the email. */
const note = (table: Table, { id }: StoredReportDraft, set: Partial<StoredReportDraft>): Promise<void> =>
  table.transact([{ update: sharedKeys.reportDraft(id), set, when: 'exists', refused: () => new DraftGoneError() }]);

const mail = (
  { draft, home }: Found,
  words: { subject: (home: string) => string; unexpected: string },
  lines: readonly string[],
  code?: string,
): MailContent => {
  const phone = phoneForFamilies(home, draft.language);
  const name = oneLine(home.name);
  const call = phone ? [draftEmailText[draft.language].call(phone.text), ''] : [];
  return {
    to: [draft.email],
    language: draft.language,
    phones: phone ? [phone.number] : [],
    ...(code && { code }),
    subject: words.subject(name),
    text: [...lines, '', ...call, words.unexpected, '', name].join('\n'),
  };
};

/** Emails the link to a saved draft. It contains nothing of the report. */
export const onReportDraftStored =
  (dependencies: NotifyDependencies) =>
  async (delivery: Delivery<'report-draft.kept'>): Promise<void> => {
    const of = await found(dependencies, delivery);
    if (!of) return;
    await sendMail(dependencies, delivery.envelope, 'report-draft-link', async () => {
      const secret = randomBytes(24).toString('base64url');
      await note(dependencies.table, of.draft, { link_hash: hashOfCode(secret) });
      const { id, form, language } = of.draft;
      const page = `${dependencies.intakeSiteUrl}/${of.home.slug}${form ? `/${form}` : ''}`;
      // Servers and logs never see what follows the #.
      const link = `${inLanguage(page, language)}#go-on.${id}.${secret}`;
      const { link: words } = draftEmailText[language];
      return mail(of, words, [words.kept(oneLine(of.home.name)), '', link, '', ...words.how]);
    }).catch(unlessGone);
  };

/** Emails the code that opens the draft, to the address of the link. */
export const onDraftCodeAsked =
  (dependencies: NotifyDependencies) =>
  async (delivery: Delivery<'report-draft.code-asked'>): Promise<void> => {
    const of = await found(dependencies, delivery);
    if (!of) return;
    await sendMail(dependencies, delivery.envelope, 'report-draft-code', async () => {
      const code = newCode();
      const until = Math.floor(dependencies.now().getTime() / 1000) + draftCodeMinutes * 60;
      await note(dependencies.table, of.draft, { code_hash: hashOfCode(code), code_until: until });
      const { code: words } = draftEmailText[of.draft.language];
      return mail(of, words, [words.code(code), '', words.until(draftCodeMinutes)], code);
    }).catch(unlessGone);
  };

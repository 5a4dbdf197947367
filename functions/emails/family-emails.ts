import { familyAddress, languageOfFamily } from '#domain/families/family-view.ts';
import type { InquiryKind } from '#domain/managed-forms/form-kinds.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import {
  createFamilyReviewRepository,
  familyPageSchema,
  hashOfCode,
  newCode,
} from '#functions/families/repository/family-pages.ts';
import { createHomeRepository, type HomeRecord } from '#functions/organizations/repository/homes.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

interface FamilyEmailText {
  received: {
    subject: (home: string) => string;
    thanks: string;
    contact: string;
    call: (phone: string) => string;
    reference: (reference: string) => string;
    /** The page showed another code after the report. */
    both: string;
    condolences: string;
  };
  /** For forms that report no death. */
  inquiry: Record<InquiryKind, { subject: (home: string) => string; contact: string; regards: string }>;
  access: { see: string; reference: (reference: string) => string; code: (code: string) => string; share: string };
  code: {
    subject: (home: string) => string;
    opened: (home: string) => string;
    closed: string;
    question: (phone: string) => string;
    unexpected: string;
  };
  review: { subject: (home: string) => string; read: readonly string[]; asks: string; lost: (phone: string) => string };
}

const englishInquiry: FamilyEmailText['inquiry'] = {
  pre_need: {
    subject: (home) => `We have received your inquiry - ${home}`,
    contact: 'A funeral director will contact you to answer your questions. There is no obligation.',
    regards: 'Sincerely,',
  },
  obituary: {
    subject: (home) => `We have received the details for the obituary - ${home}`,
    contact: 'We will use them to write the obituary and show it to you before it is published.',
    regards: 'With sympathy,',
  },
};

const english: FamilyEmailText = {
  received: {
    subject: (home) => `We have received your report - ${home}`,
    thanks: 'Thank you. We have received your information and will contact you shortly.',
    contact:
      'A funeral director will contact you within 30 minutes during business hours and guide you through the next steps.',
    call: (phone) => `If you need us before that, call ${phone}.`,
    reference: (reference) => `Your reference is ${reference}.`,
    both: 'The code shown on the page after you submitted also works.',
    condolences: 'With sympathy,',
  },
  inquiry: englishInquiry,
  access: {
    see: 'To check the status:',
    reference: (reference) => `Your reference: ${reference}`,
    code: (code) => `Your code: ${code}`,
    share: 'The page will ask for your code. Share the link and code only with people you want to see it.',
  },
  code: {
    subject: (home) => `Status update - ${home}`,
    opened: (home) => `${home} set up a page where you can check on the arrangements.`,
    closed: 'This page has been closed. Please call us.',
    question: (phone) => `If you have a question, call ${phone}.`,
    unexpected: 'If you did not expect this email, please call us.',
  },
  review: {
    subject: (home) => `Please review the death certificate information - ${home}`,
    read: [
      'Before we file the death certificate, please check each line exactly as it will be printed.',
      'A mistake takes a minute to fix now and can take weeks to fix later.',
    ],
    asks: 'You will need the code we gave you. It takes about five minutes.',
    lost: (phone) => `If you no longer have the code, call ${phone}.`,
  },
};

const spanishInquiry: FamilyEmailText['inquiry'] = {
  pre_need: {
    subject: (home) => `Hemos recibido su consulta - ${home}`,
    contact: 'Un director funerario se comunicará con usted y contestará sus preguntas. No tiene ningún compromiso.',
    regards: 'Atentamente,',
  },
  obituary: {
    subject: (home) => `Hemos recibido los datos para el obituario - ${home}`,
    contact: 'Con ellos escribiremos el obituario y se lo mostraremos antes de que se publique.',
    regards: 'Con nuestro más sentido pésame,',
  },
};

const spanish: FamilyEmailText = {
  received: {
    subject: (home) => `Hemos recibido su informe - ${home}`,
    thanks: 'Gracias. Hemos recibido sus datos y nos comunicaremos con usted en breve.',
    contact:
      'Un director funerario se comunicará con usted en un plazo de 30 minutos en horario de oficina y le guiará en lo que sigue.',
    call: (phone) => `Si nos necesita antes, llame al ${phone}.`,
    reference: (reference) => `Su referencia es ${reference}.`,
    both: 'El código que le mostró la página después de enviar el formulario también sirve.',
    condolences: 'Con nuestro más sentido pésame,',
  },
  inquiry: spanishInquiry,
  access: {
    see: 'Para ver el estado:',
    reference: (reference) => `Su referencia: ${reference}`,
    code: (code) => `Su código: ${code}`,
    share:
      'La página le pedirá su código. Comparta el enlace y el código solo con las personas que usted quiera que la vean.',
  },
  code: {
    subject: (home) => `Estado de los preparativos - ${home}`,
    opened: (home) => `${home} ha abierto una página para usted en la que puede ver cómo van los preparativos.`,
    closed: 'Esta página se ha cerrado. Llámenos, por favor.',
    question: (phone) => `Si tiene alguna pregunta, llame al ${phone}.`,
    unexpected: 'Si usted no esperaba este correo, llámenos, por favor.',
  },
  review: {
    subject: (home) => `Revise los datos del certificado de defunción - ${home}`,
    read: [
      'Antes de presentar el certificado de defunción, revise cada línea tal como se imprimirá.',
      'Corregir un error ahora lleva un minuto; después puede llevar semanas.',
    ],
    asks: 'Necesitará el código que le dimos. Le llevará unos cinco minutos.',
    lost: (phone) => `Si ya no tiene el código, llame al ${phone}.`,
  },
};

export const familyEmailText: Readonly<Record<Language, FamilyEmailText>> = { en: english, es: spanish };

const atAnyTime: Readonly<Record<Language, (phone: string) => string>> = {
  en: (phone) => `${phone} at any time`,
  es: (phone) => `${phone} a cualquier hora`,
};

export const phoneForFamilies = (
  { emergency_phone, phone }: Pick<HomeRecord, 'emergency_phone' | 'phone'>,
  language: Language,
): { number: string; text: string } | undefined => {
  const called = emergency_phone ?? phone;
  if (!called) return undefined;
  const number = formatPhone(called);
  return { number, text: emergency_phone ? atAnyTime[language](number) : number };
};

/** Returns a link to the public site in this language; English needs no parameter. */
export const inLanguage = (link: string, language: Language): string =>
  language === 'en' ? link : `${link}?lang=${language}`;

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
  return home && { keys, caseRecord, home, sent, answer: await reviews.answer(sent) };
};

/** Asks the informant to check the facts on the family's page, unless they have confirmed them. */
export const onFamilyReviewSent =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'family-review.sent'>): Promise<void> => {
    const found = await reviewOf(dependencies, envelope);
    if (!found || found.answer) return;
    const { keys, caseRecord, home, sent } = found;
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

/** Tells the home that the family confirmed, and whether it corrected something. */
export const onFamilyReviewConfirmed =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'family-review.confirmed'>): Promise<void> => {
    const found = await reviewOf(dependencies, envelope);
    if (!found?.answer || found.home.notification_emails.length === 0) return;
    const { caseRecord, home, answer } = found;
    const count = answer.corrections.length;
    await sendMail(dependencies, envelope, 'family-review-confirmed', () => ({
      to: home.notification_emails,
      subject: `Certificate confirmed by family: ${oneLine(caseRecord.case_number)}`,
      text: [
        `The family confirmed the death certificate information for case ${oneLine(caseRecord.case_number)}.`,
        ...(count === 0 ? ['No corrections.'] : [`Corrections: ${count}`, 'Apply them in the case.']),
        '',
        `Open the case: ${dependencies.staffSiteUrl}/cases/${caseRecord.id}`,
      ].join('\n'),
    }));
  };

class ReferenceGoneError extends Error {}

export interface FamilyAccess {
  reference: string;
  code: string;
  link: string;
}

/**
 * Returns a new code for an email, of which only a hash is stored; undefined if the reference no longer exists. The
 * code that the page showed after the report stays valid; sending an email again replaces the code of the previous
 * one.
 */
export const issueEmailCode = async (
  { table, intakeSiteUrl }: { table: Table; intakeSiteUrl: string },
  reference: string,
): Promise<FamilyAccess | undefined> => {
  const code = newCode();
  const set = { mailed_hash: hashOfCode(code) };
  try {
    const refused = () => new ReferenceGoneError();
    await table.transact([{ update: sharedKeys.reportStatus(reference), set, when: 'exists', refused }]);
  } catch (error) {
    if (error instanceof ReferenceGoneError) return undefined;
    throw error;
  }
  return { reference, code, link: `${intakeSiteUrl}/status/${reference}` };
};

export const accessInstructions = ({ reference, code, link }: FamilyAccess, language: Language): string[] => {
  const { access: words } = familyEmailText[language];
  return [words.see, inLanguage(link, language), words.reference(reference), words.code(code), words.share];
};

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
      // The page was closed while the email was sent; the phone number below helps.
      ...(access ? accessInstructions(access, language) : [words.closed]),
      '',
      ...(phone ? [words.question(phone.text), ''] : []),
      words.unexpected,
      '',
      oneLine(home.name),
    ].join('\n'),
  };
};

/** Emails the code of the family's page to the informant, unless another code was requested or the page was closed. */
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

import type { InquiryKind } from '#domain/managed-forms/form-kinds.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';

/** What families are written, in both languages; Spanish as US funeral homes write it, with usted. */
export interface FamilyEmailText {
  received: {
    subject: (home: string) => string;
    thanks: string;
    contact: string;
    call: (phone: string) => string;
    reference: (reference: string) => string;
    /** The page showed another code right after the report. */
    both: string;
    condolences: string;
  };
  /** Of what reports no death. */
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
    contact: 'A funeral director will contact you and answer your questions. Nothing is decided by it.',
    regards: 'With kind regards,',
  },
  obituary: {
    subject: (home) => `We have received the details for the obituary - ${home}`,
    contact: 'We write the obituary with them, and show it to you before it is printed anywhere.',
    regards: 'With our condolences,',
  },
};

const english: FamilyEmailText = {
  received: {
    subject: (home) => `We have received your report - ${home}`,
    thanks: 'Thank you. We have received your information and will contact you shortly.',
    contact:
      'A funeral director will contact you within 30 minutes during business hours and guide you through what follows.',
    call: (phone) => `If you need us before that, call ${phone}.`,
    reference: (reference) => `Your reference is ${reference}.`,
    both: 'If you kept the code that the page showed you, it works as well.',
    condolences: 'With our condolences,',
  },
  inquiry: englishInquiry,
  access: {
    see: 'To see how things stand:',
    reference: (reference) => `Your reference: ${reference}`,
    code: (code) => `Your code: ${code}`,
    share: 'The page asks for your code. Share both only with people who may see it.',
  },
  code: {
    subject: (home) => `How things stand - ${home}`,
    opened: (home) => `${home} has opened a page for you on which you can see how things stand.`,
    closed: 'The page has been closed again. Please call us.',
    question: (phone) => `If you have a question, call ${phone}.`,
    unexpected: 'If you did not expect this mail, please call us.',
  },
  review: {
    subject: (home) => `Please read the facts for the certificate - ${home}`,
    read: [
      'Before the death certificate is filed, please read each line of it as it will be printed.',
      'A wrong letter found now takes a minute; found later, it can take weeks.',
    ],
    asks: 'The page asks for the code that we gave you. It takes about five minutes.',
    lost: (phone) => `If you do not have the code any more, call ${phone}.`,
  },
};

const spanishInquiry: FamilyEmailText['inquiry'] = {
  pre_need: {
    subject: (home) => `Hemos recibido su consulta - ${home}`,
    contact: 'Un director funerario se comunicará con usted y contestará sus preguntas. Con ello no se decide nada.',
    regards: 'Atentamente,',
  },
  obituary: {
    subject: (home) => `Hemos recibido los datos para el obituario - ${home}`,
    contact: 'Con ellos escribimos el obituario y se lo mostramos antes de que se publique.',
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
    both: 'Si guardó el código que le mostró la página, también sirve.',
    condolences: 'Con nuestro más sentido pésame,',
  },
  inquiry: spanishInquiry,
  access: {
    see: 'Para ver cómo va todo:',
    reference: (reference) => `Su referencia: ${reference}`,
    code: (code) => `Su código: ${code}`,
    share: 'La página le pedirá su código. Comparta ambos solo con las personas que puedan verla.',
  },
  code: {
    subject: (home) => `Cómo va todo - ${home}`,
    opened: (home) => `${home} ha abierto una página para usted en la que puede ver cómo va todo.`,
    closed: 'La página se ha cerrado de nuevo. Llámenos, por favor.',
    question: (phone) => `Si tiene alguna pregunta, llame al ${phone}.`,
    unexpected: 'Si usted no esperaba este correo, llámenos, por favor.',
  },
  review: {
    subject: (home) => `Lea los datos para el certificado - ${home}`,
    read: [
      'Antes de presentar el certificado de defunción, lea cada línea tal como se imprimirá.',
      'Corregir una letra equivocada ahora lleva un minuto; después puede llevar semanas.',
    ],
    asks: 'La página le pedirá el código que le dimos. Le llevará unos cinco minutos.',
    lost: (phone) => `Si ya no tiene el código, llame al ${phone}.`,
  },
};

export const familyEmailText: Readonly<Record<Language, FamilyEmailText>> = { en: english, es: spanish };

const atAnyTime: Readonly<Record<Language, (phone: string) => string>> = {
  en: (phone) => `${phone} at any time`,
  es: (phone) => `${phone} a cualquier hora`,
};

/** The number that families of a home call, and how a sentence says it: only an emergency phone is answered at any time. */
export const phoneForFamilies = (
  { emergency_phone, phone }: Pick<HomeRecord, 'emergency_phone' | 'phone'>,
  language: Language,
): { number: string; said: string } | undefined => {
  const called = emergency_phone ?? phone;
  if (!called) return undefined;
  const number = formatPhone(called);
  return { number, said: emergency_phone ? atAnyTime[language](number) : number };
};

/** A link to a page of the public site in this language; one in English needs to name none. */
export const inLanguage = (link: string, language: Language): string =>
  language === 'en' ? link : `${link}?lang=${language}`;

import * as z from 'zod';
import { type Language, languages } from '#domain/values/language.ts';
import { formatPhone } from '#domain/values/phone.ts';

/** What the mails of an envelope name, and the language of the family; staff are written to in English. */
export const SigningMail = z.object({
  ...{ home: z.string(), phone: z.string(), deceased: z.string(), language: z.enum(languages) },
});
export type SigningMail = z.output<typeof SigningMail>;

const words = {
  en: [
    'documents to sign',
    ' for ',
    ' asks you to sign documents',
    'Read and sign them here:',
    'Questions? Call us at ',
  ],
  es: [
    'documentos para firmar',
    ' de ',
    ' le pide que firme documentos',
    'Léalos y fírmelos aquí:',
    '¿Preguntas? Llámenos al ',
  ],
} as const;

/** The mail in which DocuSeal asks somebody to sign; it puts the link where the text names it. */
export const signingMail = (
  { home, phone, deceased }: SigningMail,
  { title, message }: { title: string; message: string },
  language: Language,
): { subject: string; body: string } => {
  const [subject, of, asks, read, call] = words[language];
  const about = deceased && `${of}${deceased}`;
  const parts = [
    `${home}${asks}${about}: ${title}.`,
    message,
    `${read}\n{{submitter.link}}`,
    phone && `${call}${formatPhone(phone)}.`,
  ];
  return { subject: `${home}: ${subject}${about}`, body: parts.filter(Boolean).join('\n\n') };
};

import * as z from 'zod';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';

/** What the mails of an envelope name, and the language of the family; staff are written to in English. */
export const SigningMail = z.object({
  ...{ home: z.string(), phone: z.string(), deceased: z.string(), language: z.enum(languages) },
});
export type SigningMail = z.output<typeof SigningMail>;

/** The mail in which DocuSeal asks a person to sign; it puts the link where the text names it. */
export const signingMail = (
  { home, phone, deceased }: SigningMail,
  { title, message }: { title: string; message: string },
  language: Language,
): { subject: string; body: string } => {
  const say = (en: string, es: string): string => (language === 'es' ? es : en);
  const about = deceased && `${say(' for ', ' de ')}${deceased}`;
  const body = [
    `${home} ${say('asks you to sign documents', 'le pide que firme documentos')}${about}: ${title}.`,
    message,
    `${say('Read and sign them here:', 'Léalos y fírmelos aquí:')}\n{{submitter.link}}`,
    phone && `${say('Questions? Call us at', '¿Preguntas? Llámenos al')} ${formatPhone(phone)}.`,
  ];
  return {
    subject: `${home}: ${say('documents to sign', 'documentos para firmar')}${about}`,
    body: body.filter(Boolean).join('\n\n'),
  };
};

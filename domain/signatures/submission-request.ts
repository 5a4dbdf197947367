import { internationalPhone } from '#domain/shared/values/phone.ts';
import {
  deliveryOf,
  deliveryOfAll,
  type Envelope,
  type EnvelopeDocument,
  externalId,
  type Recipient,
  type SubmissionState,
  signingMail,
} from './envelope.ts';

/**
 * Returns true if DocuSeal accepts an email address: its grammar (`User::FULL_EMAIL_REGEXP` of docusealco/docuseal)
 * rejects valid ones such as `_rosa@example.com` and `tom&jerry@example.com`.
 */
export const isDocuSealAddress = (email: string): boolean =>
  /^[a-z0-9][.']?(?:[a-z0-9_-]+(?:[.+'][a-z0-9_-]+)*)?@(?:[a-z0-9]+[.-])*[a-z0-9]+\.[a-z]{2,}$/i.test(email);

/** A person of a submission (partners' fact sheet §4). */
interface SubmitterRequest {
  role: string;
  name: string;
  email?: string;
  phone?: string;
  send_email: boolean;
  message?: { subject: string; body: string };
  order: number;
  external_id: string;
  metadata: Record<string, string>;
  values?: Record<string, string>;
  fields?: { name: string; readonly: true }[];
}

interface CommonRequest {
  send_email: boolean;
  order: 'preserved' | 'random';
  name: string;
  expire_at?: string;
  reply_to?: string;
  message?: { subject: string; body: string };
  submitters: SubmitterRequest[];
}

/** A field on a page of a file, in shares of its width and height; pages from 1. */
interface PlacedField {
  name: string;
  type: 'signature' | 'date';
  role: string;
  required: boolean;
  areas: { x: number; y: number; w: number; h: number; page: number }[];
}

interface PdfFile {
  name: string;
  file: string;
  fields?: PlacedField[];
}

const documentsOf = (envelope: Envelope, { document_ids }: SubmissionState): EnvelopeDocument[] =>
  envelope.documents.filter(({ id }) => document_ids.includes(id));

const submitterOf = (
  envelope: Envelope,
  submission: SubmissionState,
  { role, recipient }: { role: string; recipient: Recipient },
): SubmitterRequest => {
  const filled = documentsOf(envelope, submission).flatMap(({ values }) =>
    values.filter((value) => value.role === role),
  );
  const { organization_id, id, case_id } = envelope;
  // DocuSeal rejects the whole request for a number without country code.
  const phone = internationalPhone(recipient.phone);
  return {
    role,
    name: recipient.name,
    order: recipient.order - 1,
    // A person who signs in person gets no email, now or at their turn.
    send_email: deliveryOf(envelope, recipient) === 'email',
    // DocuSeal rejects the whole request for an invalid address, also of a person who signs in person.
    ...(isDocuSealAddress(recipient.email) ? { email: recipient.email } : {}),
    ...(envelope.mail && envelope.mail.language !== 'en' && recipient.part === 'funeral_director'
      ? { message: signingMail(envelope.mail, envelope, 'en') }
      : {}),
    ...(phone ? { phone } : {}),
    external_id: externalId(id, submission.key, recipient.id),
    metadata: { organization_id, envelope_id: id, case_id, submission: submission.key },
    ...(filled.length === 0
      ? {}
      : {
          values: Object.fromEntries(filled.map(({ field, value }) => [field, value])),
          fields: filled.map(({ field }) => ({ name: field, readonly: true as const })),
        }),
  };
};

const commonOf = (
  envelope: Envelope,
  submission: SubmissionState,
  roles: readonly { role: string; recipient_id: string }[],
): CommonRequest => {
  const submitters = roles.flatMap(({ role, recipient_id }) => {
    const recipient = envelope.recipients.find(({ id }) => id === recipient_id);
    return recipient ? [submitterOf(envelope, submission, { role, recipient })] : [];
  });
  const { title, message, expires_at, reply_to, mail } = envelope;
  return {
    send_email: deliveryOfAll(envelope) === 'email',
    order: envelope.in_order ? 'preserved' : 'random',
    name: title,
    ...(expires_at ? { expire_at: expires_at } : {}),
    ...(reply_to ? { reply_to } : {}),
    ...(mail
      ? { message: signingMail(mail, envelope, mail.language) }
      : message && { message: { subject: title, body: `${message}\n\n{{submitter.link}}` } }),
    submitters: submitters.toSorted((a, b) => a.order - b.order),
  };
};

/** Returns the request for a submission of a template. Throws if the envelope contains no template. */
export const submissionRequest = (
  envelope: Envelope,
  submission: SubmissionState,
): CommonRequest & { template_id: number } => {
  const [document] = documentsOf(envelope, submission);
  if (!document?.docuseal_template_id) throw new Error('a submission without a template');
  return { template_id: document.docuseal_template_id, ...commonOf(envelope, submission, document.roles) };
};

/** Returns the role of a signer of files, which have no roles of their own. */
export const roleOnFiles = (at: number): string => `Signer ${at + 1}`;

/** A signer's row on the signature page, as shares from the top left. */
export const rowOfPage = { top: 0.22, height: 0.11, left: 0.1 } as const;
/** The signature page has room for this number of signers. */
export const maxSignersOnPage = 6;

/** Returns the fields of the signature page: signature and date of each signer, in rows. */
const signaturePageFields = (roles: readonly { role: string }[]): PlacedField[] =>
  roles.flatMap(({ role }, at): PlacedField[] => {
    const y = rowOfPage.top + at * rowOfPage.height;
    return [
      {
        name: `Signature ${at + 1}`,
        type: 'signature',
        role,
        required: true,
        areas: [{ x: rowOfPage.left, y, w: 0.45, h: 0.06, page: 1 }],
      },
      {
        name: `Date ${at + 1}`,
        type: 'date',
        role,
        required: true,
        areas: [{ x: 0.62, y: y + 0.02, w: 0.25, h: 0.03, page: 1 }],
      },
    ];
  });

/** Returns the request for a submission of base64 files (needs DocuSeal Pro), with a signature page. */
export const pdfSubmissionRequest = (
  envelope: Envelope,
  submission: SubmissionState,
  { files, signaturePage }: { files: readonly { name: string; file: string }[]; signaturePage: string },
): CommonRequest & { documents: PdfFile[]; merge_documents: true } => {
  const roles = documentsOf(envelope, submission)[0]?.roles ?? [];
  return {
    ...commonOf(envelope, submission, roles),
    documents: [...files, { name: 'Signatures', file: signaturePage, fields: signaturePageFields(roles) }],
    merge_documents: true,
  };
};

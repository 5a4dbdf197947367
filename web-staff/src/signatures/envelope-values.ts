import { formatDate, localDay } from '#domain/shared/values/calendar-date.ts';
import type { EnvelopeChoices, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import type { Delivery } from '#domain/signatures/envelope.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { SignerPart } from '#domain/signatures/signer-parts.ts';
import type { NewEnvelopeBody } from './queries.ts';

export interface FormPerson {
  key: string;
  name: string;
  email: string;
  phone: string;
  part: SignerPart;
  relationship: string;
  signs: boolean;
  delivery: Delivery;
}

export interface FormPaper {
  key: string;
  kind: 'template' | 'statement' | 'document';
  name: string;
  note: string;
  problem?: string | undefined;
  /** False if it does not suit the service of the case. */
  fits?: boolean;
  sent: { template_id?: string; statement_version?: number; document_id?: string };
}

export interface EnvelopeValues {
  papers: readonly string[];
  people: readonly FormPerson[];
  in_order: boolean;
  title: string;
  message: string;
}

type Template = EnvelopeChoices['templates'][number];
type Signed = Pick<EnvelopeChoices, 'statements'>;

/** Returns what says that a form needs no second signature; '' if it does. */
const signedNote = ({ completed_at, template_type }: Template, { statements }: Signed): string => {
  if (completed_at) return `Completed ${formatDate(localDay(new Date(completed_at)))}`;
  const by = template_type === 'statement' && statements[0]?.accepted_by;
  return by ? `Statement signed by ${by}` : '';
};

/** Forms to send first, then those signed for this case, and last those of another kind of service. */
const rankOf = (template: Template, signed: Signed): number =>
  template.fits ? Number(signedNote(template, signed) !== '') : 2;

export const papersOf = ({ templates, statements, documents }: EnvelopeChoices): FormPaper[] => [
  ...templates
    .toSorted((a, b) => rankOf(a, { statements }) - rankOf(b, { statements }))
    .map(
      (template): FormPaper => ({
        key: `template:${template.id}`,
        kind: 'template',
        name: template.name,
        fits: template.fits,
        sent: { template_id: template.id },
        note: [
          signedNote(template, { statements }),
          !template.fits && signatureMessages.unfit,
          template.roles.map((role) => role.name).join(', '),
        ]
          .filter(Boolean)
          .join(' · '),
        ...(template.can_send ? {} : { problem: 'Not connected to DocuSeal yet' }),
      }),
    ),
  ...statements.slice(0, 1).map(
    ({ version, statement_number, accepted_by }): FormPaper => ({
      key: `statement:${version}`,
      kind: 'statement',
      name: `Statement ${statement_number}`,
      note: accepted_by ? `Version ${version} · Signed by ${accepted_by}` : `Version ${version}`,
      sent: { statement_version: version },
    }),
  ),
  ...documents.map(
    ({ id, file_name, description }): FormPaper => ({
      key: `document:${id}`,
      kind: 'document',
      name: file_name,
      note: description,
      sent: { document_id: id },
    }),
  ),
];

/** The default signers: the first of the family, and as many per part as the documents have roles. */
const defaultPeople = ({ people, templates }: EnvelopeChoices, papers: readonly string[]): FormPerson[] => {
  const forms = templates.filter(({ id }) => papers.includes(`template:${id}`));
  const placesFor = (part: SignerPart): number =>
    Math.max(0, ...forms.map(({ roles }) => roles.filter((role) => role.signs && role.part === part).length));
  return people.map((one, at) => {
    const before = people.slice(0, at).filter(({ part }) => part === one.part).length;
    return { ...one, ...defaultDelivery(one), signs: at === 0 || before < placesFor(one.part) };
  });
};

const defaultDelivery = ({ email }: Pick<FormPerson, 'email'>) => ({
  delivery: email === '' ? ('in_person' as const) : ('email' as const),
});

/** Adds people when a document is ticked: the only possible signer of a role, and signers of a Statement. */
export const peopleWith = (
  { templates, people: known }: EnvelopeChoices,
  people: readonly FormPerson[],
  paper: string,
): FormPerson[] => {
  if (paper.startsWith('statement:')) {
    const named = new Set(known.filter((one) => one.on_statement).map(({ key }) => key));
    return people.map((one) => (named.has(one.key) ? { ...one, signs: true } : one));
  }
  const roles = templates.find(({ id }) => paper === `template:${id}`)?.roles ?? [];
  const parts = roles.filter(({ signs }) => signs).map(({ part }) => part);
  const isAlone = ({ part }: FormPerson) => people.filter((one) => one.part === part).length === 1;
  return people.map((one) => (parts.includes(one.part) && isAlone(one) ? { ...one, signs: true } : one));
};

const keyOf = ({ template_id, statement_version, document_id }: SignatureEnvelope['documents'][number]): string => {
  if (template_id) return `template:${template_id}`;
  return statement_version ? `statement:${statement_version}` : `document:${document_id}`;
};

/** Leaves out unavailable documents; an ended request starts with the newest Statement. */
export const beginWith = (
  choices: EnvelopeChoices,
  draft: SignatureEnvelope | undefined,
  statement?: string,
): EnvelopeValues => {
  const offered = new Set(papersOf(choices).map(({ key }) => key));
  if (!draft) {
    const wanted = `statement:${statement}`;
    const usual = choices.templates.filter((one) => one.in_default_set && one.can_send && rankOf(one, choices) === 0);
    const papers = offered.has(wanted) ? [wanted] : usual.map(({ id }) => `template:${id}`);
    const people = peopleWith(choices, defaultPeople(choices, papers), papers[0] ?? '');
    // A Statement is signed in any order, at the table or at home.
    return { papers, people, in_order: !offered.has(wanted), title: '', message: '' };
  }
  const chosen = draft.recipients.map(({ recipient_id, name, email, phone, part, relationship, delivery }) => ({
    key: recipient_id,
    name,
    email,
    phone,
    part,
    relationship,
    signs: true,
    delivery,
  }));
  const newest = choices.statements[0]?.version;
  const keys = draft.documents.map((one) =>
    draft.status !== 'draft' && one.statement_version && newest ? `statement:${newest}` : keyOf(one),
  );
  // A son may have his father's name.
  const others = choices.people.filter(
    ({ name, relationship }) => !chosen.some((one) => one.name === name && one.relationship === relationship),
  );
  return {
    papers: [...new Set(keys)].filter((key) => offered.has(key)),
    people: [...chosen, ...others.map((one) => ({ ...one, ...defaultDelivery(one), signs: false }))],
    in_order: draft.in_order,
    title: draft.title,
    message: draft.message,
  };
};

export const bodyOf = (caseId: string, values: EnvelopeValues, papers: readonly FormPaper[]): NewEnvelopeBody => ({
  case_id: caseId,
  documents: values.papers.flatMap((key) => papers.find((one) => one.key === key)?.sent ?? []),
  recipients: values.people
    .filter(({ signs, name }) => signs && name.trim() !== '')
    .map(({ name, email, phone, part, relationship, delivery }, at) => ({
      name,
      email: email.trim(),
      part,
      relationship,
      order: at + 1,
      delivery,
      ...(phone ? { phone } : {}),
    })),
  in_order: values.in_order,
  ...(values.title.trim() ? { title: values.title } : {}),
  ...(values.message.trim() ? { message: values.message } : {}),
});

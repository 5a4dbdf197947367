import { describe, expect, it } from 'vitest';
import { isCaseSource } from './case-sources.ts';
import { recipientsOf, submissionsOf } from './envelope.rules.ts';
import type { Envelope } from './envelope.ts';
import { isSettled, submissionsWithoutFiles } from './envelope-progress.ts';
import { suggestSource, withSuggestedSources } from './roles-and-fields.ts';
import { partOfRole } from './signer-parts.ts';
import { pdfSubmissionRequest, roleOnFiles, submissionRequest } from './submission-request.ts';

let ids = 0;
const recipients = recipientsOf(
  [
    { name: 'Ana Ruiz', email: 'ana@example.com', phone: '9045550101', order: 2 },
    { name: 'Rob Ruiz', order: 1 },
  ],
  () => `r${++ids}`,
);
const document = (id: string, kind: 'template' | 'document', roles: string[]) => ({
  ...{ id, kind, name: id, template_id: null, docuseal_template_id: kind === 'template' ? 41 : null },
  ...{ statement_version: null, document_id: null, superseded_by: null },
  roles: recipients.map((one, at) => ({ role: roles[at] ?? '', recipient_id: one.id })),
  values: kind === 'template' ? [{ field: 'Decedent Name', role: 'Agent', value: 'Luis Ruiz' }] : [],
});
const documents = [
  document('authorization', 'template', ['Agent', 'Witness']),
  document('map', 'document', [roleOnFiles(0), roleOnFiles(1)]),
  document('plan', 'document', [roleOnFiles(0), roleOnFiles(1)]),
];
const envelope: Envelope = {
  ...{ id: 'env', organization_id: 'org', case_id: 'case', title: 'Papers', message: 'Please sign', reply_to: '' },
  ...{ delivery: 'in_person', in_order: true, status: 'pending', documents, recipients },
  ...{ submissions: submissionsOf(documents), sending: null, timeline: [], read_at: null, check_at: null },
  ...{ sent_at: null, completed_at: null, expires_at: null, void: null, deleted: null },
};

describe('submissionRequest', () => {
  const [template, files] = envelope.submissions;
  if (!template || !files) throw new Error('no submissions');

  it('lists people in order with their values, one submission per template', () => {
    const asked = submissionRequest(envelope, template);
    expect(asked).toMatchObject({ template_id: 41, send_email: false, order: 'preserved', name: 'Papers' });
    expect(asked.submitters).toMatchObject([
      { role: 'Witness', name: 'Rob Ruiz', order: 0 },
      {
        ...{ role: 'Agent', email: 'ana@example.com', phone: '+19045550101', order: 1 },
        values: { 'Decedent Name': 'Luis Ruiz' },
        fields: [{ name: 'Decedent Name', readonly: true }],
      },
    ]);
    // A key without a value would be sent as text.
    expect(asked.submitters[0]).not.toHaveProperty('email');
  });

  it('asks each person by email or in person, the family in its language', () => {
    const [ana, rob] = recipients;
    if (!ana || !rob) throw new Error('no people');
    const staff = { ...rob, part: 'funeral_director' as const, email: '_rob@example.com' };
    const mail = { home: 'Whitcomb & Ames', phone: '9045550100', deceased: 'Luis Ruiz' };
    const asked = (language: 'en' | 'es') =>
      submissionRequest(
        { ...envelope, recipients: [{ ...ana, delivery: 'email' as const }, staff], mail: { ...mail, language } },
        template,
      );
    const english = {
      subject: 'Whitcomb & Ames: documents to sign for Luis Ruiz',
      body: [
        'Whitcomb & Ames asks you to sign documents for Luis Ruiz: Papers.',
        'Please sign',
        'Read and sign them here:\n{{submitter.link}}',
        'Questions? Call us at (904) 555-0100.',
      ].join('\n\n'),
    };
    expect(asked('en')).toMatchObject({ send_email: true, message: english });
    const { message, submitters } = asked('es');
    expect(message?.subject).toBe('Whitcomb & Ames: documentos para firmar de Luis Ruiz');
    // DocuSeal would reject the whole request for the address of a person who signs in person.
    expect(submitters[0]).toMatchObject({ send_email: false, message: english });
    expect(submitters[0]).not.toHaveProperty('email');
    expect(submitters[1]).toMatchObject({ send_email: true, email: 'ana@example.com' });
    expect(submitters[1]).not.toHaveProperty('message');
  });

  it('puts all files into one submission, with a signature page at the end', () => {
    expect(files.document_ids).toEqual(['map', 'plan']);
    const sent = ['map', 'plan'].map((name) => ({ name, file: 'bWFw' }));
    const asked = pdfSubmissionRequest(envelope, files, { files: sent, signaturePage: 'cGFnZQ==' });
    expect(asked.documents.map(({ name }) => name)).toEqual(['map', 'plan', 'Signatures']);
    const fields = asked.documents[2]?.fields ?? [];
    expect(fields.map(({ role, type }) => `${role} ${type}`)).toEqual([
      ...['Signer 1 signature', 'Signer 1 date', 'Signer 2 signature', 'Signer 2 date'],
    ]);
    const bottoms = fields.flatMap(({ areas }) => areas.map(({ y, h }) => y + h));
    expect(Math.max(...bottoms)).toBeLessThan(1);
  });

  it('tells settled envelopes and signed ones without files apart', () => {
    expect(isSettled(envelope)).toBe(false);
    expect(isSettled({ ...envelope, deleted: { reason: '', at: '', by_name: '' } })).toBe(true);
    const submissions = [{ ...template, status: 'completed' as const }, files];
    expect(submissionsWithoutFiles({ ...envelope, submissions }).map(({ key }) => key)).toEqual(['s1']);
  });
});

describe('recognizes templates by name', () => {
  it.each([
    ['Complete Total', 'number', 'statement.total'],
    ['Date', 'date', ''],
    ['Director Date', 'date', ''],
    ['Date', 'text', undefined],
    ['Signature', 'signature', undefined],
  ])('gives %s of type %s as %s', (name, type, source) => {
    expect(suggestSource({ name, type })).toBe(source);
  });

  it.each(['informant.customer_notes', 'deathCertificate.death_cert_notes'])(
    'never offers %s, which is a note among staff',
    (source) => {
      expect(isCaseSource(source)).toBe(false);
    },
  );

  it('prefers the decision of staff, including that a signer fills it in', () => {
    const field = { uuid: 'f', type: 'text', role: 'Agent', required: true, page: 1, document: '', options: [] };
    const fields = ['Decedent Name', 'Case Number', 'Other'].map((name) => ({ ...field, name }));
    const mapping = { 'Decedent Name': '', Gone: 'case.number' };
    expect(withSuggestedSources(mapping, fields)).toEqual({ 'Decedent Name': '', 'Case Number': 'case.number' });
  });

  it.each([
    ['Funeral Director', 1, 'funeral_director'],
    ['Authorizing Agent', 1, 'authorizing_agent'],
    ['Witness', 0, 'witness'],
    ['First Party', 0, 'authorizing_agent'],
    ['Second Party', 1, 'co_signer'],
  ])('maps role %s in position %i to %s', (role, at, part) => {
    expect(partOfRole(role, at)).toBe(part);
  });
});

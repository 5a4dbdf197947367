import { describe, expect, it } from 'vitest';
import { documentOf, type Paper, recipientsOf, sendingErrors } from './envelope.rules.ts';
import { signatureMessages } from './signature-messages.ts';

const facts = {} as Parameters<typeof documentOf>[3]['facts'];
const form: Paper = {
  ...{ kind: 'template', name: 'Authorization', template_id: 't', docuseal_template_id: 41, statement_version: null },
  ...{ document_id: null, fields: [], mapping: {}, problem: undefined },
  roles: [{ name: 'Authorizing Agent', part: 'authorizing_agent', signs: true }],
};
const file: Paper = {
  ...form,
  kind: 'document',
  name: 'Letter',
  template_id: null,
  document_id: 'f',
  roles: undefined,
};

describe('sendingErrors', () => {
  const errorsOf = (papers: readonly Paper[], signs = true) => {
    let ids = 0;
    const people = [
      { name: 'Ana Ruiz', email: 'ana@example.com' },
      { name: 'Rob Ruiz', email: 'rob@example.com', signs },
    ];
    const recipients = recipientsOf(people, () => `r${++ids}`);
    const documents = papers.map((paper, at) => documentOf(paper, {}, recipients, { facts, id: `d${at}` }));
    return sendingErrors({ documents, recipients, delivery: 'email' }, papers);
  };

  it('reports a signer without a place in any document, because no email would be sent', () => {
    const message = 'Rob Ruiz has nowhere to sign in these documents';
    expect(errorsOf([form])).toEqual({ 'recipients.1': [message] });
    // All signers sign a file.
    expect(errorsOf([form, file])).toEqual({});
  });

  it('reports missing or invalid addresses of signers by email, but not in person', () => {
    const errorOf = (email: string, delivery?: 'email' | 'in_person') => {
      const recipients = recipientsOf([{ name: 'Ana Ruiz', email, ...(delivery && { delivery }) }], () => 'r1');
      const documents = [documentOf(file, {}, recipients, { facts, id: 'd' })];
      return sendingErrors({ documents, recipients, delivery: 'email' }, [file])['recipients.0.email'];
    };
    expect(errorOf('')).toEqual(['Email address required']);
    const refused = ['_rosa@x.com', '-rosa@x.com', 'tom&jerry@x.com', 'x#1@x.com', 'rosa+@x.com', 'a/b@x.com'];
    for (const email of refused) {
      expect(errorOf(email), email).toEqual([signatureMessages.emailRefused]);
      expect(errorOf(email, 'in_person')).toBeUndefined();
    }
    for (const email of ["o'brien@x.com", 'rosa+signs@x.co.uk', 'first.last_2@a-b.example'])
      expect(errorOf(email)).toBeUndefined();
  });

  it('reports a recipient of a copy without a role for it', () => {
    expect(errorsOf([form], false)).toEqual({
      'recipients.1': ['Rob Ruiz does not receive a copy of any of these documents'],
    });
    const read = { name: 'Family Copy', part: 'signer' as const, signs: false };
    expect(errorsOf([{ ...form, roles: [...(form.roles ?? []), read] }], false)).toEqual({});
  });
});

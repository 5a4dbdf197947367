import { expect, it } from 'vitest';
import { signedAcceptance } from './signed-acceptance.ts';

type Signed = Parameters<typeof signedAcceptance>[0];
type Person = [name: string, part: Signed['recipients'][number]['part'], completed_at?: string];
const accepted = (version: number, ...people: Person[]) => {
  const submitters = people.map(([name, , completed_at = '2026-11-25T16:00:00.000Z']) => ({
    ...{ recipient_id: name, signs: true, completed_at },
  }));
  const recipients = people.map(([name, part]) => ({ id: name, name, part }));
  const documents = [{ id: 'd', statement_version: 2 }];
  const envelope = { documents, recipients, submissions: [{ document_ids: ['d'], submitters }] } as unknown as Signed;
  return signedAcceptance(envelope, version, 'America/New_York');
};
const director: Person = ['Marcus', 'funeral_director'];
const ana: Person = ['Ana', 'authorizing_agent', '2026-11-25T03:30:00.000Z'];

it('names purchaser and co-signers with the days on which they signed at the home', () => {
  expect(accepted(2, director, ['Rob', 'co_signer'], ana, ['Joy', 'signer'], ['Lea', 'signer'])).toMatchObject({
    ...{ accepted_by: 'Ana', signed_by: 'Ana', signature_date: '2026-11-24', given_on: '2026-11-24' },
    ...{ co_signer_1: 'Rob', co_signer_2: 'Joy, Lea' },
    signatures: [{ name: 'Marcus', signed_on: '2026-11-25' }, {}, { name: 'Ana', signed_on: '2026-11-24' }, {}, {}],
  });
});

it('is none of another version, and none where nobody of the family signed', () => {
  expect(accepted(1, ana)).toBeUndefined();
  expect(accepted(2, director, ['Ana', 'witness'])).toBeUndefined();
});

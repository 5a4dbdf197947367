import { expect, it } from 'vitest';
import { signedAcceptance } from './signed-acceptance.ts';

type Signed = Parameters<typeof signedAcceptance>[0];
type Part = Signed['recipients'][number]['part'];
const signedBy = (...people: [name: string, part: Part, completed_at: string][]): Signed => {
  const submitters = people.map(([name, , completed_at]) => ({ recipient_id: name, signs: true, completed_at }));
  const recipients = people.map(([name, part]) => ({ id: name, name, part }));
  const documents = [{ id: 'd', statement_version: 2 }];
  return { documents, recipients, submissions: [{ document_ids: ['d'], submitters }] } as unknown as Signed;
};
const at = '2026-11-25T16:00:00.000Z';
const director = ['Marcus', 'funeral_director', '2026-11-26T15:00:00.000Z'] as const;

it('names purchaser and co-signers with the days on which they signed at the home', () => {
  const ana = ['Ana', 'authorizing_agent', '2026-11-25T03:30:00.000Z'] as const;
  const envelope = signedBy(
    [...director],
    ['Rob', 'co_signer', at],
    [...ana],
    ['Joy', 'signer', at],
    ['Lea', 'signer', at],
  );
  expect(signedAcceptance(envelope, 2, 'America/New_York')).toMatchObject({
    ...{ accepted_by: 'Ana', signed_by: 'Ana', signature_date: '2026-11-24', given_on: '2026-11-24' },
    ...{ co_signer_1: 'Rob', co_signer_2: 'Joy, Lea' },
    signatures: [{ name: 'Marcus', signed_on: '2026-11-26' }, {}, { name: 'Ana', signed_on: '2026-11-24' }, {}, {}],
  });
  expect(signedAcceptance(envelope, 1, 'America/New_York')).toBeUndefined();
});

it('is none where nobody of the family signed', () => {
  expect(signedAcceptance(signedBy([...director], ['Ana', 'witness', at]), 2, 'UTC')).toBeUndefined();
});

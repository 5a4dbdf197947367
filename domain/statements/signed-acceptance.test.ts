import { expect, it } from 'vitest';
import { signedAcceptance } from './signed-acceptance.ts';

type Signed = Parameters<typeof signedAcceptance>[0][number];
type Person = [name: string, part: Signed['recipients'][number]['part'], completed_at?: string];
const request = (...people: Person[]): Signed => {
  const submitters = people.map(([name, , completed_at = '2026-11-25T16:00:00.000Z']) => ({
    ...{ recipient_id: name, signs: true, completed_at },
  }));
  const recipients = people.map(([name, part]) => ({ id: name, name, part }));
  const documents = [{ id: 'd', statement_version: 2 }];
  return {
    delivery: 'email',
    documents,
    recipients,
    submissions: [{ document_ids: ['d'], submitters }],
  } as unknown as Signed;
};
const accepted = (requests: Signed[], co_signers: string[] = [], version = 2) => {
  const content = { purchaser: { name: 'Ana Peña', address: '' }, co_signers };
  return signedAcceptance(requests, { version, content }, 'America/New_York');
};
const director: Person = ['Marcus', 'funeral_director'];
const ana: Person = ['Ana Peña', 'authorizing_agent', '2026-11-25T03:30:00.000Z'];

it('names purchaser and co-signers with the days on which they signed at the home', () => {
  const people: Person[] = [director, ['Rob', 'co_signer'], ana, ['Joy', 'signer'], ['Lea', 'signer']];
  expect(accepted([request(...people)], ['Rob', 'Joy'])).toMatchObject({
    ...{ accepted_by: 'Ana Peña', signed_by: 'Ana Peña', signature_date: '2026-11-24', given_on: '2026-11-24' },
    ...{ co_signer_1: 'Rob', co_signer_2: 'Joy, Lea' },
    signatures: [
      { name: 'Marcus', signed_on: '2026-11-25' },
      {},
      { name: 'Ana Peña', signed_on: '2026-11-24' },
      {},
      {},
    ],
  });
});

it('leaves open when a purchaser who signs in person gets the copy', () => {
  const [mailed, inPerson] = [request(ana), { ...request(ana), delivery: 'in_person' as const }];
  expect([mailed, inPerson].map((one) => accepted([one])?.given_on)).toEqual(['2026-11-24', '']);
  expect(accepted([inPerson])?.signatures).toEqual([
    { name: 'Ana Peña', part: 'authorizing_agent', signed_on: '2026-11-24' },
  ]);
});

it('waits for the purchaser and every co-signer over all requests', () => {
  const rob = request(['Rob', 'co_signer']);
  expect(accepted([rob], ['Rob'])).toBeUndefined();
  expect(accepted([request(ana)], ['Rob'])).toBeUndefined();
  expect(accepted([rob, request(ana)], ['Rob'])).toMatchObject({ accepted_by: 'Ana Peña', co_signer_1: 'Rob' });
  // The purchaser may sign under another part, or without accents.
  expect(accepted([request(['Ana Pena', 'signer'])])).toMatchObject({ accepted_by: 'Ana Pena' });
});

it('counts a signature for one person, not for another of a similar or the same name', () => {
  const thuy = request(ana, ['Thúy Vũ', 'co_signer']);
  expect(accepted([thuy], ['Thủy Vũ'])).toBeUndefined();
  expect(accepted([thuy], ['Thuy Vu'])).toMatchObject({ co_signer_1: 'Thúy Vũ' });
  expect(accepted([request(ana)], ['Ana Peña'])).toBeUndefined();
  expect(accepted([request(ana), request(ana)], ['Ana Peña'])).toBeUndefined();
  const mother = { ...request(ana, ['Ana Peña', 'co_signer']) };
  expect(accepted([mother], ['Ana Peña'])).toMatchObject({ accepted_by: 'Ana Peña', co_signer_1: 'Ana Peña' });
});

it('ignores other versions, and needs a signature of the family', () => {
  expect(accepted([request(ana)], [], 1)).toBeUndefined();
  expect(accepted([request(director, ['Ana Peña', 'witness'])])).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { withPrimaryContact } from '#domain/cases/primary-contact.ts';
import { directorOfCase, peopleOfCase } from './people-of-case.ts';

const nextOfKin = (first_name: string, relationship: string, phone: string, email: string) => ({
  ...{ first_name, last_name: 'Miller', relationship, phone, email },
});
const senior = nextOfKin('John', 'spouse', '9045550401', 'john.sr@example.com');
const junior = nextOfKin('John', 'son', '9045550402', 'john.jr@example.com');
const director = { name: 'Marcus Ames', email: 'm@example.com' };
const john = { informant_name: 'John Miller', informant_relationship: 'spouse', next_of_kins: [senior, junior] };

describe('peopleOfCase', () => {
  it("includes a son with his father's name, each with his own address, each once", () => {
    const people = peopleOfCase({ informant: john }, [], director);
    expect(people.map(({ email }) => email)).toEqual(['john.sr@example.com', 'john.jr@example.com', 'm@example.com']);
  });

  it('separates father and son with one name, email and phone by relationship', () => {
    const shared = { ...junior, phone: senior.phone, email: senior.email };
    const people = peopleOfCase({ informant: { ...john, next_of_kins: [senior, shared] } }, [], director);
    expect(people.map(({ relationship }) => relationship)).toEqual(['spouse', 'son', '']);
    const executor = { ...senior, relationship: 'executor' };
    expect(peopleOfCase({ informant: { ...john, next_of_kins: [executor] } }, [], director)).toHaveLength(2);
  });

  it("reaches a son who becomes the informant at his own email, not his father's", () => {
    const before = { ...john, customer_email: senior.email, customer_phone: senior.phone };
    const son = { informant_relationship: 'son' };
    const [first] = peopleOfCase({ informant: { ...before, ...withPrimaryContact(before, son) } }, [], director);
    expect(first).toMatchObject({ relationship: 'son', email: 'john.jr@example.com', phone: '9045550402' });
    const alone = { informant_name: 'John Miller', informant_relationship: 'son', next_of_kins: [senior] };
    expect(peopleOfCase({ informant: alone }, [], director)[0]).toMatchObject({ relationship: 'son', email: '' });
    // A corrected relationship does not change the person's contact.
    const corrected = { ...before, next_of_kins: [] };
    expect(withPrimaryContact(corrected, son)).toEqual(son);
  });

  it('includes co-signers of Disclosures with the contact of a next of kin by name', () => {
    const disclosuresAgreement = { co_signer_1: 'JOHN  MILLER', co_signer_2: 'Ida Berg' };
    const people = peopleOfCase({ informant: john, disclosuresAgreement }, [], director);
    expect(people.filter(({ on_statement }) => on_statement)).toMatchObject([
      { key: 'informant', email: 'john.sr@example.com' },
      { key: 'kin-1', email: 'john.jr@example.com', part: 'co_signer' },
      { key: 'co-signer-2', name: 'Ida Berg', email: '', part: 'co_signer' },
    ]);
  });

  it('does not use the contact of the previous informant', () => {
    const before = { ...john, customer_email: senior.email, customer_phone: senior.phone, informant: 'customer-1' };
    const renamed = (informant_name: string) => {
      const informant = { ...before, ...withPrimaryContact(before, { informant_name }) };
      return peopleOfCase({ informant }, [], director)[0];
    };
    expect(renamed('Karen Smith')).toMatchObject({ name: 'Karen Smith', email: '', phone: '' });
    expect(renamed('Jóhn Miller')).toMatchObject({ email: 'john.sr@example.com' });
    expect(renamed('john MILLER')).toMatchObject({ email: 'john.sr@example.com' });
    const opened = { informant_name: 'Karen Smith', next_of_kins: [senior] };
    expect(withPrimaryContact(undefined, opened)).toEqual(opened);
    const typed = {
      ...before,
      customer_email: 'typed@example.com',
      next_of_kins: [nextOfKin('Ann', 'daughter', '', '')],
    };
    const other = withPrimaryContact(typed, { next_of_kins: [nextOfKin('Bea', 'daughter', '', '')] });
    expect(other).toMatchObject({ informant_name: 'Bea Miller', customer_email: '' });
  });
});

describe('directorOfCase', () => {
  const member = (
    id: string,
    role: 'funeral_director' | 'coordinator',
    status: 'active' | 'deactivated' = 'active',
  ) => ({
    ...{ id, role, status, first_name: id, last_name: 'Ames', email: `${id}@example.com` },
  });
  const dee = member('dee', 'coordinator');
  const marcus = member('marcus', 'funeral_director');

  it('returns the director who opened the case', () => {
    const other = member('ida', 'funeral_director');
    expect(directorOfCase([dee, other, marcus], 'marcus')).toEqual({
      name: 'marcus Ames',
      email: 'marcus@example.com',
    });
  });

  it('returns the only active director of a case that a coordinator opened', () => {
    const former = member('ida', 'funeral_director', 'deactivated');
    expect(directorOfCase([dee, former, marcus], 'dee')?.name).toBe('marcus Ames');
  });

  it('returns undefined if several directors could sign', () => {
    expect(directorOfCase([dee, marcus, member('ida', 'funeral_director')], 'dee')).toBeUndefined();
  });
});

import { duplicateKeys } from '#domain/customers/customer.rules.ts';
import { customerFieldsOf } from '#domain/imports/customer-lines.ts';
import { Acquaintances, judgeLine } from '#domain/imports/judge-lines.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import type { ImportPart, StoredLine } from '#functions/records/imports.ts';
import type { Looking } from './looking.ts';

const customersLike = async (
  customers: Pick<Customers, 'whoShare'>,
  parts: readonly ImportPart[],
): Promise<Acquaintances> => {
  const lines = parts.flatMap((part) => part.lines).flatMap(({ fields }) => (fields ? [customerFieldsOf(fields)] : []));
  const people = new Acquaintances();
  for (const record of await customers.whoShare(lines.flatMap(duplicateKeys))) {
    const name = fullName(record.first_name, record.middle_name, record.last_name);
    people.add({ ...record, customer: { id: record.id, name } });
  }
  return people;
};

/** By who shares a phone, an e-mail address, or a name and ZIP code. */
export const lookingAtCustomers = (customers: Pick<Customers, 'whoShare'>): Looking => {
  const before = new Acquaintances();
  const take = ({ line, fields, outcome }: StoredLine): void => {
    if (fields && outcome !== 'known') before.add({ ...customerFieldsOf(fields), line });
  };
  const lookedAt = (line: StoredLine, ours: Acquaintances): StoredLine => {
    if (!line.fields) return line;
    const person = customerFieldsOf(line.fields);
    const looked = { ...line, ...judgeLine(person, [...ours.of(person), ...before.of(person)]) };
    take(looked);
    return looked;
  };
  return {
    take,
    async judged(parts) {
      const ours = await customersLike(customers, parts);
      return parts.map((part) => ({ ...part, lines: part.lines.map((line) => lookedAt(line, ours)) }));
    },
  };
};

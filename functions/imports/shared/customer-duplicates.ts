import { duplicateKeys } from '#domain/customers/customer.rules.ts';
import { classifyLine, DuplicateIndex } from '#domain/imports/classify-lines.ts';
import { customerFieldsOf } from '#domain/imports/customer-lines.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import type { ImportPart, StoredLine } from '#functions/imports/repository.ts';
import type { DuplicateCheck } from './duplicate-check.ts';

const customersOnFile = async (
  customers: Pick<Customers, 'whoShare'>,
  parts: readonly ImportPart[],
): Promise<DuplicateIndex> => {
  const lines = parts.flatMap((part) => part.lines).flatMap(({ fields }) => (fields ? [customerFieldsOf(fields)] : []));
  const onFile = new DuplicateIndex();
  for (const record of await customers.whoShare(lines.flatMap(duplicateKeys))) {
    const name = fullName(record.first_name, record.middle_name, record.last_name);
    onFile.add({ ...record, customer: { id: record.id, name } });
  }
  return onFile;
};

/** By who shares a phone, an e-mail address, or a name and ZIP code. */
export const customerDuplicates = (customers: Pick<Customers, 'whoShare'>): DuplicateCheck => {
  const earlier = new DuplicateIndex();
  const remember = ({ line, fields, outcome }: StoredLine): void => {
    if (fields && outcome !== 'known') earlier.add({ ...customerFieldsOf(fields), line });
  };
  const checked = (line: StoredLine, onFile: DuplicateIndex): StoredLine => {
    if (!line.fields) return line;
    const person = customerFieldsOf(line.fields);
    const candidates = [...onFile.candidatesFor(person), ...earlier.candidatesFor(person)];
    const judgment = classifyLine(person, candidates);
    const judged = { ...line, ...judgment };
    remember(judged);
    return judged;
  };
  return {
    remember,
    async check(parts) {
      const onFile = await customersOnFile(customers, parts);
      return parts.map((part) => ({ ...part, lines: part.lines.map((line) => checked(line, onFile)) }));
    },
  };
};

import type { EnvelopePreview } from '#domain/signatures/envelope.schema.ts';
import { partOfRole, type SignerPart } from '#domain/signatures/signer-parts.ts';
import type { FormPerson } from './envelope-values.ts';

interface EmptyRole {
  role: string;
  part: SignerPart;
}

/** The roles of the papers that somebody has to sign in and nobody does, each once. */
export const emptyRoles = (documents: EnvelopePreview['documents']): EmptyRole[] => {
  const found = new Map<string, EmptyRole>();
  for (const { roles } of documents)
    roles.forEach(({ role, recipient, signs }, at) => {
      if (signs && recipient === null) found.set(role, { role, part: partOfRole(role, at) });
    });
  return [...found.values()];
};

const tick = 'input[type="checkbox"]';

/** Where in the form what keeps a request from going out is mended: a selector of the field. */
export const gapSelector = ({ faults, documents }: EnvelopePreview, people: readonly FormPerson[]): string => {
  const inRowOf = (person: FormPerson | undefined, input: string) =>
    person ? `[data-person="${CSS.escape(person.key)}"] ${input}` : '[data-add]';
  const [list, at, what] = (Object.keys(faults)[0] ?? '').split('.');
  if (list === 'recipients' && at !== undefined) {
    const signing = people.filter(({ signs, name }) => signs && name.trim() !== '');
    return inRowOf(signing[Number(at)], what === 'email' ? 'input[type="email"]' : tick);
  }
  if (list === 'recipients' || what === 'roles') {
    const parts = emptyRoles(documents).map(({ part }) => part);
    const left = people.filter(({ signs }) => !signs);
    return inRowOf(left.find(({ part }) => parts.includes(part)) ?? left[0], tick);
  }
  return `[data-papers] ${tick}`;
};

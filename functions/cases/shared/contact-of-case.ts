import { type CaseInput, sentInformant } from '#domain/cases/case-change.ts';
import { fromFlatCase } from '#domain/cases/flat-case.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { contactToNextOfKin, customerToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { sameValue } from '#domain/shared/forms/differences.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

const customerOf = async (customers: Pick<Customers, 'standing'>, id: string) =>
  /^[\da-f-]{36}$/i.test(id) ? (await customers.standing([id])).get(id) : undefined;

/**
 * What was sent of a new case, with its primary contact as the first next of kin where only the informant was named: a
 * customer by id, or a new one by the fields for that (D2 §3 and §5). A customer who is not there is left for the commit
 * to refuse.
 */
export const withContact = async (customers: Pick<Customers, 'standing'>, sent: CaseInput): Promise<CaseInput> => {
  const { sections, ...flat } = sent;
  const informant: Values = { ...fromFlatCase(flat).informant, ...sections?.informant?.values };
  if (nextOfKins(informant).length) return sent;
  const id = text(informant, 'informant');
  const customer = await customerOf(customers, id);
  const nextOfKin = customer
    ? customerToNextOfKin(customer, text(informant, 'informant_relationship'))
    : isBlank(id) && contactToNextOfKin(informant);
  if (!nextOfKin) return sent;
  const values = { ...sections?.informant?.values, next_of_kins: [nextOfKin] };
  return { ...sent, sections: { ...sections, informant: { values } } } as CaseInput;
};

/**
 * What was sent of a case that stands, with the customer who becomes its informant by id alone as the first of its next
 * of kin, before those who are there (D2 §3): papers and invoices go to whoever stands first. Next of kin that are sent
 * anew speak for themselves. A relationship that is not said is what stands there.
 */
export const withNewInformant = async (
  customers: Pick<Customers, 'standing'>,
  stored: Values | undefined,
  sent: CaseInput,
): Promise<CaseInput> => {
  const before = stored ?? {};
  const said = sentInformant(before, sent);
  const id = text(said, 'informant');
  if (id === text(before, 'informant')) return sent;
  // Whoever sends a whole case back has not said anew who its next of kin are.
  const isListNew =
    said.next_of_kins !== undefined &&
    !sameValue({ kind: 'entries' }, before.next_of_kins ?? [], said.next_of_kins ?? []);
  const customer = isListNew ? undefined : await customerOf(customers, id);
  if (!customer) return sent;
  const nextOfKinList = nextOfKins(before);
  const at = nextOfKinList.findIndex(({ existingCustomerId }) => existingCustomerId === customer.id);
  if (at === 0) return sent;
  const was = text(before, 'informant_relationship');
  const relationship = said.informant_relationship === undefined ? was : text(said, 'informant_relationship');
  const known = nextOfKinList[at];
  const first = known
    ? { ...known, ...(relationship === was ? {} : { relationship }) }
    : customerToNextOfKin(customer, relationship);
  const next_of_kins: Record<string, unknown>[] = [first, ...nextOfKinList.filter((nextOfKin) => nextOfKin !== known)];
  const { sections } = sent;
  const values = { ...sections?.informant?.values, informant: customer.id, next_of_kins };
  return { ...sent, sections: { ...sections, informant: { ...sections?.informant, values } } } as CaseInput;
};

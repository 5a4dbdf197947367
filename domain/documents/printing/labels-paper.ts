import { deceasedName } from '#domain/cases/case-row.ts';
import type { CaseCore, StoredSections } from '#domain/cases/sections-with-core.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { countries } from '#domain/shared/reference-data/countries.ts';
import { splitAddress } from '#domain/shared/reference-data/joined-address.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { exactName, isSameName } from '#domain/shared/values/same-name.ts';
import type { HomeOnPaper } from './letterhead.ts';
import { type Paper, paperFileName } from './paper.ts';

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The last line of an address abroad: the country in capitals, as the post office asks. */
const abroad = (country: string): string => {
  if (country === '' || country === 'USA') return '';
  return (countries.find(({ code3 }) => code3 === country)?.name ?? country).toUpperCase();
};

interface Address {
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** Name, street, place and, abroad, the country; nothing where a letter would not arrive. */
const labelOf = (name: string, { street, unit, city, state, zip, country }: Address): string[] | undefined => {
  if (!name || !street || !city) return undefined;
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, [street, unit].filter(Boolean).join(' '), place, abroad(country)].filter(Boolean);
};

const kinLabel = (nextOfKin: Values): string[] | undefined =>
  labelOf(fullName(text(nextOfKin, 'first_name'), text(nextOfKin, 'middle_name'), text(nextOfKin, 'last_name')), {
    street: text(nextOfKin, 'address_street'),
    unit: text(nextOfKin, 'address_apt'),
    city: text(nextOfKin, 'city'),
    state: text(nextOfKin, 'state'),
    zip: text(nextOfKin, 'zip_code'),
    country: text(nextOfKin, 'address_country'),
  });

const informantLabel = (informant: Values): string[] | undefined => {
  const parts = splitAddress(text(informant, 'informant_address'));
  return parts && labelOf(text(informant, 'informant_name'), { unit: '', ...parts });
};

/** To whom the letter of thanks goes: the informant and every next of kin whose address is known, each once. */
export const labelsOf = (stored: StoredSections): string[][] => {
  const informant = stored.informant?.values ?? {};
  const nextOfKin = Array.isArray(informant.next_of_kins) ? (informant.next_of_kins as Values[]) : [];
  const all = [informantLabel(informant), ...nextOfKin.map(kinLabel)].filter((label) => label !== undefined);
  const isSame = ([name = '', street = '']: string[], [other = '', otherStreet = '']: string[]): boolean =>
    isSameName(name, other) && exactName([street]) === exactName([otherStreet]);
  return all.filter((label, at) => !all.slice(at + 1).some((later) => isSame(label, later)));
};

/** A sheet of labels for the envelopes of the thank-you mailing of a case. */
export const labelsPaper = (core: CaseCore, stored: StoredSections, home: HomeOnPaper): Paper => {
  const labels = labelsOf(stored);
  const name = deceasedName(stored.deceased?.values);
  return {
    title: ['Envelope labels', name || core.case_number].join(': '),
    letterhead: [home.name],
    asOf: core.updated_at,
    footer: `${home.name} · Case ${core.case_number}`,
    parts: labels.length
      ? [{ kind: 'labels', labels }]
      : [{ kind: 'text', text: 'No address of the family is in the record yet.' }],
  };
};

export const labelsFileName = (caseNumber: string): string => paperFileName('labels', caseNumber);

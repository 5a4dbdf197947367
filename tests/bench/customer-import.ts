import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import { type CustomerRecord, customerItem, newCustomer } from '#functions/customers/repository/customer-record.ts';
import { type Draw, defaultSpanMs, drawsOf, firstNames, from, idOf, lastNames, list } from './case-import.ts';
import { type Import, importRecords } from './record-import.ts';

const streets = list(
  'Marine Valencia Cordova Aviles Charlotte Cedar Magnolia Palmetto Oak Bay Ribault Harbor Orchard Mill',
);
const cities = [
  ['Savannah', 'GA', 314, 'Chatham'],
  ['Brunswick', 'GA', 315, 'Glynn'],
  ['Gainesville', 'FL', 326, 'Alachua'],
  ['Orlando', 'FL', 328, 'Orange'],
  ['Charleston', 'SC', 294, 'Charleston'],
  ['Mobile', 'AL', 366, 'Mobile'],
  ['Asheville', 'NC', 288, 'Buncombe'],
] as const;
const digitsUsed = [2, 3, 4, 5, 6, 7, 8, 9];

/** One in this many is a duplicate of the previous one, with slightly different spelling or contact data. */
const oneInSoManyIsTwice = 496;
/** Duplicates are in the same group, because groups are written in parallel. */
const groupSize = 31;
const isTwice = (index: number): boolean => index % oneInSoManyIsTwice === 1;
const areaCodes = 800;

/** One in five has no phone. Fictional numbers only: exchange 555, a line from 0100 to 0199, under any area code. */
const phoneOf = (index: number): string | null => {
  if (index % 5 === 4) return null;
  const nth = index - Math.floor((index + 1) / 5);
  const area = 200 + (Math.floor(nth / 100) % areaCodes);
  return `${area}555${String(100 + (nth % 100)).padStart(4, '0')}`;
};

type Person = ReturnType<typeof person>;

const person = (index: number, draw: Draw) => {
  const first_name = from(firstNames, draw);
  const last_name = from(lastNames, draw);
  const [city, state, zip, county] = from(cities, draw);
  const hasEmail = draw() < 0.55;
  const mail = `${first_name}.${last_name}`
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]|'/g, '')
    .toLowerCase();
  return {
    first_name,
    middle_name: draw() < 0.15 ? from(firstNames, draw) : '',
    last_name,
    phone: phoneOf(index),
    email: hasEmail ? `${mail}${index}@families.example` : null,
    address: `${1 + Math.floor(draw() * 998)} ${from(streets, draw)} Street`,
    apt_house_number: draw() < 0.1 ? `Apt ${from(digitsUsed, draw)}` : '',
    city,
    state,
    zip_code: `${zip}${String(Math.floor(draw() * 100)).padStart(2, '0')}`,
    county,
    notes: '',
  };
};

/** Returns the same person as typed again: every other one shares only the phone. */
const again = (known: Person, index: number): Person =>
  Math.floor(index / oneInSoManyIsTwice) % 2
    ? { ...known, first_name: known.first_name.toUpperCase() }
    : { ...known, first_name: from(firstNames, drawsOf(index)), email: null };

/**
 * Generates customers `first` to `first + count` in groups, reproducibly, spread over the time before `until` (eight
 * years by default), the last one newest. Names and addresses are invented, phones fictional; no two groups share a
 * phone, email, or name and ZIP code.
 */
export function* customerPopulation(
  first: number,
  count: number,
  until: Date,
  withinMs = defaultSpanMs,
): Generator<CustomerRecord[]> {
  const taken = new Set<string>();
  let group: CustomerRecord[] = [];
  let before: Person | undefined;
  for (let index = 0; index < first + count; index++) {
    const draw = drawsOf(index);
    const twice = before !== undefined && isTwice(index);
    const decedent = before && twice ? again(before, index) : person(index, draw);
    const place = () => `${decedent.last_name} ${decedent.first_name.toUpperCase()} ${decedent.zip_code}`;
    for (let next = 0; taken.has(place()) && !twice; next++)
      decedent.zip_code = `${decedent.zip_code.slice(0, 3)}${String(next).padStart(2, '0')}`;
    taken.add(place());
    before = decedent;
    if (index < first) continue;
    const at = new Date(until.getTime() - ((first + count - index) / count) * withinMs);
    group.push(newCustomer(idOf(index, at, draw), toCustomerFields(decedent), at));
    if (index % groupSize !== groupSize - 1) continue;
    yield group;
    group = [];
  }
  if (group.length) yield group;
}

export const importCustomers = (job: Import): Promise<number> =>
  importRecords(job, {
    marker: 'CUSTOMERS',
    population: customerPopulation,
    itemsOf: (keys, record) => [customerItem(keys, record)],
  });

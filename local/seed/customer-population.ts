import { v7 as uuid } from 'uuid';
import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import { type CustomerRecord, newCustomer } from '#functions/records/customer-record.ts';

const list = (words: string): readonly string[] => words.split(' ');

const firstNames = list(
  'Ada Agnes Albert Alice Amara Amelia Amina Ana Andrés Anita Anna Anton Arthur Astrid Aurora Beatriz Ben Bernice ' +
    'Björn Bruno Camille Carl Carmen Cecilia Chidi Clara Claude Cyrus Daiyu Daniel Daria David Deborah Dolores Dorothy ' +
    'Edith Edna Edwin Elena Eli Elsa Emil Emma Enzo Erik Esther Ethel Eugene Fatima Felix Fiona Florence Francis Frida ' +
    'George Gloria Grace Greta Gustavo Hana Harold Hassan Hazel Helen Henry Hiroshi Hugo Ida Ines Irene Isaac Ivan ' +
    'Jacob James Jamal Joan Johan John Josefina José Juan Judith Julia Kareem Karin Kenji Khadija Laila Lars Laura Lena ' +
    'Leo Leonor Lila Linh Lois Louis Lucía Luis Magda Malik Manuel Marcus María Marta Mateo Maya Mei Miguel Minh Miriam ' +
    'Mohammed Nadia Naomi Nils Nina Nora Olga Oliver Omar Oscar Otto Pablo Pauline Pedro Priya Rafael Raj Rebecca Rosa ' +
    'Ruth Samira Samuel Sara Sean Sigrid Simone Sofía Stella Susan Tariq Teresa Thomas Tomás Ursula Vera Victor Viola ' +
    'Walter Wei Yusuf Zara Zoë',
);
const lastNames = list(
  'Abbott Acosta Adeyemi Ahmed Almeida Álvarez Andersson Ángeles Aoki Baker Baptiste Barrett Becker Bell Bennett ' +
    'Bergström Bianchi Boateng Boudreaux Brandt Briggs Brooks Bui Cabrera Calloway Castellano Castillo Chen Cho Clarke ' +
    'Cohen Coleman Conti Cruz Dahl Davis Delgado Desai Diaz Dinh Dubois Duarte Edwards Eklund Ellis Espinoza Fischer ' +
    'Flores Fontaine Foster Franco Fuentes Gallagher García Gibson Goldberg Gómez González Grant Greene Guerra Gupta ' +
    'Haddad Hansen Harris Hayashi Hernández Herrera Hoffman Holm Hughes Ibarra Ibrahim Ito Ivanov Jackson Jansen Jensen ' +
    'Jiménez Johansson Johnson Jordan Kang Kaplan Kaur Keller Kelly Khan Kimball Klein Kovács Kowalski Kumar Laurent ' +
    'Lee Lefèvre Lindqvist Lopes López Lund MacDonald Mahmoud Marino Martin Martínez Mbeki Medina Mendoza Meyer Miller ' +
    'Mitchell Molina Moore Morales Moreau Müller Murphy Nakamura Navarro Nelson Nguyễn Nielsen Novak Nowak Núñez ' +
    "O'Brien O'Neill Okafor Okonkwo Olsen Ortega Ortiz Osei Owens Parker Patel Pereira Pérez Petrov Phạm Pierce Popov " +
    'Powell Price Pruitt Quinn Ramos Reed Reyes Ricci Richter Rivera Robinson Rojas Romano Rosen Rossi Ruiz Russo Saito ' +
    'Salazar Sánchez Sato Schmidt Schneider Shah Shapiro Silva Singh Smith Sokolov Solís Sørensen Sousa Stein Stewart ' +
    'Suárez Suzuki Svensson Takahashi Tanaka Taylor Thomas Thompson Torres Trần Turner Vargas Vega Villa Vu Wagner Walker ' +
    'Wallace Wang Weber Weiss Whitfield Williams Wilson Wójcik Wong Wright Yamamoto Yang Young Zhang Ziegler Zimmermann',
);
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

/** Each is somebody else, but one in so many is the one before once more, spelt or reached a little differently. */
const oneInSoManyIsTwice = 496;
/** Both then stand in the same group, as groups are written one beside the other. */
const groupSize = 31;
const isTwice = (index: number): boolean => index % oneInSoManyIsTwice === 1;
const yearsBack = 8;
const yearMs = 365.25 * 24 * 3_600_000;

/** Numbers in [0, 1) that belong to one index, so that everybody can be made again alone. */
const drawsOf = (index: number) => {
  let state = (index + 1) * 2_654_435_761;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
type Draw = () => number;

const from = <T>(items: readonly T[], draw: Draw): T => items[Math.floor(draw() * items.length)] as T;

const areaCodes = 800;

/** One in five has no phone. Fictional numbers alone: exchange 555, a line from 0100 to 0199, under any area code. */
const phoneOf = (index: number): string | null => {
  if (index % 5 === 4) return null;
  const nth = index - Math.floor((index + 1) / 5);
  const area = 200 + (Math.floor(nth / 100) % areaCodes);
  return `${area}555${String(100 + (nth % 100)).padStart(4, '0')}`;
};

const idOf = (index: number, at: Date, draw: Draw): string => {
  const random = Uint8Array.from({ length: 16 }, () => Math.floor(draw() * 256));
  return uuid({ msecs: at.getTime(), random, seq: index });
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

/** The same person as somebody typed it the second time: every other one under the same phone and nothing else. */
const again = (known: Person, index: number): Person =>
  Math.floor(index / oneInSoManyIsTwice) % 2
    ? { ...known, first_name: known.first_name.toUpperCase() }
    : { ...known, first_name: from(firstNames, drawsOf(index)), email: null };

/**
 * Customers `first` to `first + count` in groups, the same at every making, spread over the time before `until`, eight
 * years unless it is given, the last one the newest. Names and addresses are invented, phones are fictional; nobody has a phone, e-mail, or name
 * and ZIP code of somebody in another group.
 */
export function* customerPopulation(
  first: number,
  count: number,
  until: Date,
  withinMs = yearsBack * yearMs,
): Generator<CustomerRecord[]> {
  const taken = new Set<string>();
  let group: CustomerRecord[] = [];
  let before: Person | undefined;
  for (let index = 0; index < first + count; index++) {
    const draw = drawsOf(index);
    const twice = before !== undefined && isTwice(index);
    const one = before && twice ? again(before, index) : person(index, draw);
    const place = () => `${one.last_name} ${one.first_name.toUpperCase()} ${one.zip_code}`;
    for (let next = 0; taken.has(place()) && !twice; next++)
      one.zip_code = `${one.zip_code.slice(0, 3)}${String(next).padStart(2, '0')}`;
    taken.add(place());
    before = one;
    if (index < first) continue;
    const at = new Date(until.getTime() - ((first + count - index) / count) * withinMs);
    group.push(newCustomer(idOf(index, at, draw), toCustomerFields(one), at));
    if (index % groupSize !== groupSize - 1) continue;
    yield group;
    group = [];
  }
  if (group.length) yield group;
}

import { v7 as uuid } from 'uuid';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { formatCaseNumber } from '#domain/cases/case-number.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import type { CaseRecord } from '#functions/cases/repository/cases.ts';
import { type HomeRecord, homeSchema } from '#functions/organizations/repository/homes.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { auditWrite } from '#functions/platform/store/audit/audit-log.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { type Item, prefixEnd, Table } from '#functions/platform/store/table.ts';
import { type Import, importRecords } from './record-import.ts';

export const list = (words: string): readonly string[] => words.split(' ');

export const firstNames = list(
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
export const lastNames = list(
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

/** Returns numbers in [0, 1) for an index, so that each record can be regenerated separately. */
export const drawsOf = (index: number) => {
  let state = (index + 1) * 2_654_435_761;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
export type Draw = () => number;

export const from = <T>(items: readonly T[], draw: Draw): T => items[Math.floor(draw() * items.length)] as T;

export const idOf = (index: number, at: Date, draw: Draw): string => {
  const random = Uint8Array.from({ length: 16 }, () => Math.floor(draw() * 256));
  return uuid({ msecs: at.getTime(), random, seq: index });
};

const yearMs = 365.25 * 24 * 3_600_000;
export const defaultSpanMs = 8 * yearMs;

interface CaseOwners {
  organizationId: string;
  homes: readonly Pick<HomeRecord, 'id' | 'case_numbering' | 'time_zone'>[];
  staff: readonly { id: string; name: string }[];
}

interface InventedCase {
  core: CaseRecord;
  sections: CaseSectionValues;
  entryId: string;
}

const groupSize = 31;
const dayMs = 24 * 3_600_000;
const places = ['Coastal Regional Hospital', 'Harbor House Hospice', 'At home', 'Marsh View Nursing Center'];
const chapels = ['Chapel', 'Garden chapel', 'Graveside', 'Family home', 'Beth Shalom Memorial Park'];
const relations = ['spouse', 'son', 'daughter', 'sibling', 'niece_nephew', 'friend', 'executor'] as const;
const cities = [
  ['St. Augustine', 'FL', '32084', 'St. Johns'],
  ['Valdosta', 'GA', '31601', 'Lowndes'],
  ['Charleston', 'SC', '29401', 'Charleston'],
] as const;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Recent cases are drafts or active; nearly all old ones are completed, and some of every age are cancelled. */
const statusOf = (ageDays: number, draw: Draw): CaseStatus => {
  const chance = draw();
  if (chance < 0.04) return 'cancelled';
  if (ageDays < 30) return chance < 0.3 ? 'draft' : 'active';
  return chance < 0.06 ? 'draft' : chance < 0.1 ? 'active' : 'completed';
};

/** Fictional numbers only: exchange 555, a line from 0100 to 0199. */
const phoneOf = (index: number): string =>
  `${200 + (index % 800)}555${String(100 + (Math.floor(index / 800) % 100)).padStart(4, '0')}`;

const sectionsOf = (index: number, died: string, status: CaseStatus, draw: Draw): CaseSectionValues => {
  const [first, last, nextOfKin] = [from(firstNames, draw), from(lastNames, draw), from(firstNames, draw)];
  const [city, state, zip, county] = from(cities, draw);
  const year = Number(died.slice(0, 4)) - 40 - Math.floor(draw() * 60);
  const born = `${year}-${twoDigits(1 + Math.floor(draw() * 12))}-${twoDigits(1 + Math.floor(draw() * 28))}`;
  const relationship = from(relations, draw);
  const street = `${1 + Math.floor(draw() * 998)} Marine Street`;
  const isDraft = status === 'draft';
  const service = {
    service_type: from(serviceTypes, draw).value,
    service_date: addDays(died, 3 + Math.floor(draw() * 10)),
    service_time: `${twoDigits(9 + Math.floor(draw() * 7))}:${from(['00', '30'], draw)}`,
    service_location: from(chapels, draw),
  };
  return {
    deceased: {
      deceased_first_name: first,
      deceased_last_name: last,
      gender: from(['male', 'female'] as const, draw),
      ...(isDraft && draw() < 0.3 ? {} : { date_of_birth: born }),
      date_of_death: died,
      location_of_death: from(places, draw),
      city_of_death: city,
      state_of_death: state,
      county_of_death: county,
    },
    // Half of the drafts have no service yet, and a tenth of the active cases no location of it.
    ...(isDraft && draw() < 0.5
      ? { service: { service_type: service.service_type } }
      : status === 'active' && draw() < 0.1
        ? { service: { ...service, service_location: '' } }
        : { service }),
    informant: {
      informant_name: `${nextOfKin} ${last}`,
      informant_relationship: relationship,
      informant_address: `${street}, ${city}, ${state}, ${zip}, USA`,
      next_of_kins: [
        ...[{ relationship, first_name: nextOfKin, last_name: last, phone: phoneOf(index) }].map((entry) => ({
          ...entry,
          ...{ address_street: street, city, state, zip_code: zip, address_country: 'USA' },
        })),
      ],
    },
    demographics: {
      marital_status: from(['married', 'widowed', 'divorced', 'single'] as const, draw),
      place_of_birth_city: city,
      place_of_birth_state: state,
      home_address_street: street,
      home_address_city: city,
      home_address_state: state,
      home_address_zip: zip,
    },
    // An unfiled certificate is to do even if the case is completed.
    ...(status === 'completed'
      ? { deathCertificate: { dc_county_completed: true, dc_county_completed_date: addDays(died, 2) } }
      : {}),
  };
};

/**
 * Generates cases `first` to `first + count` in groups, reproducibly, spread over the time before `until` (eight years
 * by default), the last one newest. Names are invented, phones fictional. They are numbered like imported cases,
 * `WA-2019-I000123`, so they use no numbers of the locations.
 */
export function* casePopulation(
  { organizationId, homes, staff }: CaseOwners,
  first: number,
  count: number,
  until: Date,
  withinMs = defaultSpanMs,
): Generator<InventedCase[]> {
  let group: InventedCase[] = [];
  for (let index = first; index < first + count; index++) {
    const draw = drawsOf(index);
    const at = new Date(until.getTime() - ((first + count - index) / count) * withinMs);
    const home = from(homes, draw);
    const opener = from(staff, draw);
    const status = statusOf((until.getTime() - at.getTime()) / dayMs, draw);
    const created_at = at.toISOString();
    const { prefix } = home.case_numbering;
    const numbering = { prefix, padding: 1, pattern: `{PREFIX}-{YEAR}-I${String(index).padStart(6, '0')}` };
    const core: CaseRecord = {
      id: idOf(index, at, draw),
      organization_id: organizationId,
      case_number: formatCaseNumber(numbering, at.getUTCFullYear(), index),
      status,
      version: 1,
      ...{ created_at, updated_at: created_at, opened_on: todayIn(home.time_zone, at) },
      ...{ created_by_id: opener.id, created_by_name: opener.name },
      funeral_home_id: home.id,
      ...{ source_submission_id: null, source_first_call_id: null, ssn_id: null, ssn_last4: null },
      ...{ paid_cents: 0, customers: {} },
      ...(status === 'cancelled'
        ? {
            cancelled_at: created_at,
            cancelled_by_name: opener.name,
            cancellation_reason: 'The family chose another home',
          }
        : {}),
    };
    const died = addDays(created_at.slice(0, 10), -1);
    const sections = sectionsOf(index, died, status, draw);
    group.push({ core, sections, entryId: idOf(index, at, draw) });
    if (index % groupSize !== groupSize - 1) continue;
    yield group;
    group = [];
  }
  if (group.length) yield group;
}

/** Returns the audit entry of the opening, in today's timeline, so that it is sealed like others. */
const openingOf = (keys: Keys, { core, entryId: id }: InventedCase): Item[] => {
  const actor = { id: core.created_by_id ?? '', name: core.created_by_name ?? '', role: 'super_admin' };
  const now = new Date(core.created_at);
  const write = auditWrite(keys, { actor, ip: null, requestId: 'import', now }, 'case.created', core.id);
  if (!('put' in write)) return [];
  // Reproducible, because the import resumes after it was killed.
  return [{ ...write.put, id, sk: `${core.created_at}#${id}`, gsi1sk: `${new Date().toISOString()}#${id}` }];
};

const storedOf = (keys: Keys, { core, sections }: InventedCase): Item[] => [
  caseSchema.item(keys.case(core.id), core),
  { ...keys.caseNumber(core.case_number), case_id: core.id },
  ...Object.entries(sections).map(([section, values]) =>
    caseSectionSchema.item(keys.caseSection(core.id, section), { version: 1, updated_at: core.updated_at, values }),
  ),
];

const ownersIn = async (table: Table, organizationId: string): Promise<CaseOwners> => {
  const keys = keysOf(organizationId);
  const [homes, profiles] = await Promise.all([
    table.query({ pk: keys.homes(), between: ['HOME#', prefixEnd('HOME#')] }),
    table.query({ pk: keys.profiles() }),
  ]);
  return {
    organizationId,
    homes: homes.map((item) => homeSchema.parse(item)),
    staff: profiles.map((item) => {
      const { id, first_name, last_name } = profileSchema.parse(item);
      return { id, name: `${first_name} ${last_name}`.trim() };
    }),
  };
};

export const importCases = async (job: Import): Promise<number> => {
  const owners = await ownersIn(new Table(job.client, job.tableName), job.organizationId);
  return importRecords(job, {
    marker: 'CASES',
    population: (first, count, until, withinMs) => casePopulation(owners, first, count, until, withinMs),
    itemsOf: (keys, invented) => [...storedOf(keys, invented), ...openingOf(keys, invented)],
  });
};

import { cemeteries } from '#domain/shared/reference-data/cemeteries.ts';
import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { addDays, addMonths, type CalendarDate, instantAt, minutesOf } from '#domain/shared/values/calendar-date.ts';
import { toCents, toDecimal } from '#domain/shared/values/money.ts';
import { contractOf } from './contracts.ts';
import {
  type Calendar,
  type DemoCase,
  type DemoGateEntry,
  type DemoPayment,
  moved,
  type StaffEmail,
} from './demo-organization.ts';
import type { Place, Report } from './report.ts';

const list = (words: string): readonly string[] => words.split(' ');
const men = list(
  'Albert Alvin Amos Andrés Arthur Benjamin Bernard Calvin Carl Cecil Clarence Curtis Dale Edwin Elias Emmett Ernest ' +
    'Floyd Francis Gerald Glenn Harvey Hector Herman Ignacio Irving Jerome Julius Kenneth Leroy Lionel Luis Marvin ' +
    'Milton Norman Otis Ralph Roland Rufus Seymour Theodore Vernon Virgil Wendell Willis',
);
const women = list(
  'Ada Alma Annette Beatrice Bernice Bonnie Carmen Clara Consuelo Della Doris Edith Edna Eleanor Estelle Eunice ' +
    'Florence Geneva Gladys Hazel Henrietta Imogene Inez Irma Juanita Lillian Lorraine Louise Mabel Marjorie Maxine ' +
    'Minerva Mildred Naomi Norma Opal Pauline Rosalie Roberta Selma Thelma Verna Vivian Wanda Yvonne',
);
const kinNames = list(
  'Alan Amy Angela Anita Brian Carla Cheryl Craig Dana Darren Diane Donna Eric Gail Glenn Heather Janet Jill Keith ' +
    'Kelly Kevin Kim Laura Lisa Lori Luis Marc Martha Melissa Monica Neil Pamela Paula Pedro Rachel Rita Robin Scott ' +
    'Sheila Stacy Steven Tanya Teresa Todd Tracy Valerie Wayne Wendy',
);
const lastNames = list(
  'Abbott Acosta Alford Almeida Barnes Baxter Beasley Bellamy Benitez Bostick Brewer Burch Calhoun Carver Chastain ' +
    'Colson Cope Crosby Culver Dasher Dawkins Dekle Dixon Driggers Dugger Dupree Eubanks Faison Farrow Fennell ' +
    'Flagler Foxworth Gaskins Geiger Gillis Godwin Griner Guerra Hagan Hamlin Hartley Herring Higginbotham Hodges ' +
    'Holloway Hurst Ivey Jernigan Kersey Kirkland Langley Lassiter Lightsey Lopez Mathis McRae Mercer Mickler Minton ' +
    'Mizell Mobley Moody Nettles Nobles Ortagus Padgett Pacetti Parrish Peeples Peralta Platt Pomar Ponce Purvis ' +
    'Quarterman Raulerson Register Rentz Revels Rhoden Roundtree Sapp Sikes Solana Spivey Stalvey Strickland Swilley ' +
    'Tanner Thigpen Tillis Touchton Usina Varnum Wainwright Weedman Whidden Wilkes Yancey Ybarra Zetrouer',
);
const jobs = list(
  'Teacher/Education Nurse/Hospital Carpenter/Construction Shrimper/Fishing Bookkeeper/Retail Machinist/Railroad ' +
    'Homemaker/Home Mechanic/Trucking Farmer/Agriculture Cook/Restaurant Clerk/Insurance Electrician/Utility',
);
const causes = ['Coronary artery disease', 'Pneumonia', 'Lung cancer', 'Stroke', 'Alzheimer disease', 'Sepsis', 'COPD'];
const kinships = ['daughter', 'son', 'spouse', 'daughter', 'son', 'sibling', 'niece_nephew'];

interface At {
  share: number;
  cremations: number;
  crematory: string;
  home: Place;
  chapel: string;
  hearse: string;
  leader: string;
  deaths: readonly (readonly [name: string, ...at: Place])[];
}
/** By location: its share of all cases, and how much more often its families choose a cremation, in percent. */
const homes: Readonly<Record<string, At>> = {
  'whitcomb-ames': {
    share: 55,
    cremations: -8,
    crematory: 'St. Johns Crematory',
    home: ['Riberia Street', 'St. Augustine', 'FL', '32084'],
    chapel: 'Whitcomb & Ames Chapel',
    hearse: 'Hearse 1',
    leader: 'Marcus Ames',
    deaths: [
      ['Coastal Regional Hospital', '400 Health Park Way', 'St. Augustine', 'FL', '32086'],
      ['Moultrie Creek Care Center', '200 Moultrie Road', 'St. Augustine', 'FL', '32086'],
      ['Seaside Hospice', '60 Old Quarry Lane', 'St. Augustine', 'FL', '32084'],
    ],
  },
  'northside-chapel': {
    share: 28,
    cremations: 0,
    crematory: 'St. Johns Crematory',
    home: ['Edgewood Avenue', 'Jacksonville', 'FL', '32254'],
    chapel: 'Northside Chapel',
    hearse: 'Hearse 2',
    leader: 'Dee Kowalski',
    deaths: [
      ['Riverside Medical Center', '1800 Barrs Street', 'Jacksonville', 'FL', '32204'],
      ['Magnolia Terrace Nursing Home', '88 Terrace Lane', 'Jacksonville', 'FL', '32210'],
    ],
  },
  'ames-cremation-care': {
    share: 17,
    cremations: 26,
    crematory: 'Ames Cremation Care',
    home: ['Baytree Road', 'Valdosta', 'GA', '31602'],
    chapel: 'Ames Memory Room',
    hearse: 'Van 3',
    leader: 'Tomás Ibarra',
    deaths: [
      ['South Georgia General Hospital', '2500 Hill Avenue', 'Valdosta', 'GA', '31602'],
      ['Azalea Hospice House', '71 Garden Drive', 'Valdosta', 'GA', '31602'],
    ],
  },
};
export const homeNames = Object.keys(homes);

/** Deaths of January to December. */
const perMonth = [24, 22, 18, 16, 15, 14, 14, 14, 15, 16, 17, 20];
const months = 14;
/**
 * Younger cases are open: their services fill the fortnight around today. Of the last month some deaths are those of
 * the cases with a story.
 */
const openDays = 16;
const areaCodes = [352, 386, 321, 407, 912, 478];

/** Returns reproducible numbers in [0, 1). */
const drawsOf = (index: number) => {
  let state = (index + 1) * 2_654_435_761;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Returns the items in turn so that each has its share of every hundred. */
const inShares = <T>(items: readonly T[], shares: readonly number[]) => {
  const owed = shares.map(() => 0);
  return (): T => {
    for (const [at, share] of shares.entries()) owed[at] = (owed[at] ?? 0) + share;
    const most = owed.indexOf(Math.max(...owed));
    owed[most] = (owed[most] ?? 0) - shares.reduce((sum, share) => sum + share, 0);
    return items[most] as T;
  };
};

interface Death {
  day: CalendarDate;
  /** From 0 in the first month to 1 in the last. */
  progress: number;
}

const deathsUntil = (today: CalendarDate): Death[] => {
  const first = addMonths(`${today.slice(0, 7)}-01`, -months);
  return Array.from({ length: months + 1 }, (_, month) => {
    const begin = addMonths(first, month);
    const length = Math.round((Date.parse(addMonths(begin, 1)) - Date.parse(begin)) / 86_400_000);
    const count = perMonth[Number(begin.slice(5, 7)) - 1] ?? 0;
    return Array.from({ length: count }, (_, n) => ({
      day: addDays(begin, Math.floor(((n + 0.5) * length) / count)),
      progress: Math.min(1, month / months),
    }));
  })
    .flat()
    .filter(({ day }, n) => day < addDays(today, -openDays) && (n % 3 === 0 || day < addDays(today, -30)))
    .concat(
      Array.from({ length: openDays - 1 }, (_, n) => ({ day: addDays(today, n - openDays), progress: 1 })).filter(
        (_, n) => n % 3 !== 1,
      ),
    );
};

/** Contracts as codes of the price list: always, and chosen among several. */
const choices = {
  traditional: ['BASIC EMB PREP VIEW CEREMONY TRANSFER HEARSE BOOK FOLDERS', 'casket vault'],
  graveside: ['BASIC GRAVESIDE TRANSFER HEARSE', 'casket vault'],
  direct_burial: ['IB-OWN TRANSFER', 'casket'],
  cremation: ['BASIC VIEW CEREMONY TRANSFER URN FOLDERS', ''],
  memorial: ['BASIC MEMORIAL TRANSFER URN', ''],
  direct_cremation: ['DC-FIBER', ''],
} as const satisfies Partial<Record<ServiceType, readonly [string, string]>>;
type Chosen = keyof typeof choices;
const caskets = ['C-CLOTH', 'C-20-SLV', 'C-20-BLU', 'C-POPLAR', 'C-18-COP', 'C-OAK', 'C-CHERRY'];
const vaults = ['V-LINER', 'V-POLY', 'V-STEEL'];

const copies = 6;

const codesOf = (type: Chosen, draw: () => number): string[] => {
  const [plain, more] = choices[type];
  // The dearest are chosen least.
  const pick = (codes: readonly string[]) => codes[Math.floor(draw() ** 1.6 * codes.length)] ?? '';
  const chosen = [more.includes('casket') ? pick(caskets) : '', more.includes('vault') ? pick(vaults) : ''];
  return [...plain.split(' '), ...chosen.filter(Boolean), `COPIES-${copies}`];
};

interface Slot {
  day: CalendarDate;
  time: string;
}
const times = ['10:00', '13:00', '11:30', '15:30', '14:00'];

/** Plans an event on the day with the fewest of `days` days, 90 minutes from all others. */
const planner = (stories: readonly Slot[]) => {
  const slots = [...stories];
  return (from: CalendarDate, days: number): Slot => {
    const on = (day: CalendarDate) => slots.filter((slot) => slot.day === day);
    const among = Array.from({ length: days }, (_, n) => addDays(from, n));
    const day = among.toSorted((a, b) => on(a).length - on(b).length)[0] ?? from;
    const isFree = (time: string) =>
      on(day).every((slot) => !slot.time || Math.abs(minutesOf(slot.time) - minutesOf(time)) >= 90);
    const slot = { day, time: times.find(isFree) ?? '17:00' };
    slots.push(slot);
    return slot;
  };
};

const permitsOf = (isCremation: boolean, deceased: string, died: CalendarDate, index: number) => [
  { name: 'Burial-transit permit', deceased, number: `BTP-${5200 + index}`, issued: addDays(died, 1) },
  ...(isCremation
    ? [
        {
          name: "Medical examiner's cremation approval",
          deceased,
          number: `ME-${2600 + index}`,
          issued: addDays(died, 1),
        },
      ]
    : []),
];

const marcus: StaffEmail = 'director@whitcomb-ames.example';
const dee: StaffEmail = 'coordinator@whitcomb-ames.example';
const priya: StaffEmail = 'office@whitcomb-ames.example';
const openers: readonly StaffEmail[] = [dee, marcus, dee, 'admin@whitcomb-ames.example'];

/**
 * Returns fourteen months of closed cases and the open ones of the last days, relative to today. `told` are the cases with
 * a story of their own, around whose services the others are planned.
 */
export const history = ({ today, now, timeZone }: Calendar, stories: readonly DemoCase[]): DemoCase[] => {
  const nextHome = inShares(
    homeNames,
    Object.values(homes).map(({ share }) => share),
  );
  const cremations = new Map(homeNames.map((name) => [name, 0.5]));
  const planned = planner(
    stories.flatMap(({ sections: { service, medical } }) => [
      { day: `${service?.service_date}`, time: `${service?.service_time ?? ''}` },
      { day: `${medical?.cremation_date}`, time: `${medical?.cremation_time ?? ''}` },
    ]),
  );
  const hoursAgo = (day: CalendarDate, time: string): number =>
    (now.getTime() - instantAt(day, time, timeZone).getTime()) / 3_600_000;
  let owing = 0;
  return deathsUntil(today).map(({ day: died, progress }, index) => {
    const draw = drawsOf(index);
    const one = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T;
    const slug = nextHome();
    const home = homes[slug] as At;
    const isOpen = died >= addDays(today, -openDays);

    const owed = (cremations.get(slug) ?? 0) + 0.46 + 0.13 * progress + home.cremations / 100;
    const isCremation = owed >= 1;
    cremations.set(slug, owed - (isCremation ? 1 : 0));
    const types: readonly Chosen[] = isCremation
      ? isOpen
        ? ['cremation', 'memorial', 'direct_cremation']
        : ['direct_cremation', 'cremation', 'direct_cremation', 'memorial']
      : ['traditional', 'graveside', 'traditional', 'traditional', 'direct_burial'];
    const type = types[index % types.length] ?? 'traditional';

    const gender = draw() < 0.5 ? ('female' as const) : ('male' as const);
    const [first, middle] = gender === 'female' ? [one(women), one(women)] : [one(men), one(men)];
    const last = lastNames[(index * 37) % lastNames.length] ?? '';
    const relationship = one(kinships);
    const age = 58 + Math.floor(draw() * 40);
    const born = addDays(
      `${Number(died.slice(0, 4)) - age}-01-01`,
      Math.floor(draw() * (Number(died.slice(5, 7)) - 1) * 30),
    );
    const [job = '', industry = ''] = one(jobs).split('/');
    const kin = relationship === 'spouse' ? one(gender === 'female' ? men : women) : one(kinNames);
    const phone = `${areaCodes[Math.floor(index / 100)]}555${String(100 + (index % 100)).padStart(4, '0')}`;
    const [street, city, state, zip] = home.home;
    const address: Place = [`${10 + Math.floor(draw() * 980)} ${street}`, city, state, zip];
    const veteran = gender === 'male' && index % 5 === 0;
    const report: Report = {
      name: [first, middle === first ? '' : middle, last],
      gender,
      born,
      died,
      ...(veteran && { veteran }),
      ssn: `9${String(index % 100).padStart(2, '0')}-7${index % 10}-${String(3000 + index)}`,
      birthplace: [city, state],
      home: address,
      marital: relationship === 'spouse' ? 'married' : 'widowed',
      spouse:
        relationship === 'spouse' ? [kin, last, one(lastNames)] : [one(gender === 'female' ? men : women), last, last],
      father: [one(men), '', last],
      mother: [one(women), '', last, one(lastNames)],
      kin: [kin, '', last, relationship, phone, `${kin[0]}.${last}${index}@example.com`.toLowerCase()],
      death: one(home.deaths),
      bodyPhone: slug === 'ames-cremation-care' ? '2295550179' : '9045550150',
      cemetery: isCremation ? '' : one(['live_oak', 'st_brendan', 'palm_grove', 'cedar_hollow']),
      work: [job, industry],
      education: one(['high_school', 'some_college', 'bachelors']),
      race: [one(['white', 'white', 'black_african_american'])],
      weight: String(110 + Math.floor(draw() * 110)),
    };

    const by = one(openers);
    const wait = isCremation && type !== 'direct_cremation' ? 5 : 3;
    const isDirect = type === 'direct_cremation';
    const some = (from: number, days: number): Slot =>
      isOpen
        ? planned([addDays(died, from), addDays(today, -4)].toSorted()[1] ?? died, days)
        : { day: addDays(died, from + Math.floor(draw() * days)), time: times[index % times.length] ?? '' };
    const cremated = isCremation ? some(3, isOpen ? 6 : 2) : undefined;
    const service = isDirect
      ? { day: cremated?.day ?? died, time: '' }
      : some(wait, isOpen ? (isCremation ? 13 : 7) : 4);
    const held = service.day;
    const filed = addDays(died, 2 + Math.floor(draw() ** 1.5 * 5));
    const isFiled = filed < today;
    const completedOn = addDays(held, 6 + Math.floor(draw() * 9));
    const isCompleted = !isOpen && completedOn < today;
    const openedAt = hoursAgo(died, `${10 + Math.floor(draw() * 10)}:${10 + Math.floor(draw() * 49)}`);
    const contract = contractOf(slug, codesOf(type, draw));
    const total = toCents(`${contract.financial?.contract_total}`);

    // Nine families of the last four months owe a part, and the newest have not paid the rest yet.
    const age120 = hoursAgo(held, '12:00') / 24;
    const owes = age120 >= 35 && age120 <= 115 && index % 4 === 0 && owing < 9;
    if (owes) owing += 1;
    const payer = `${kin} ${last}`;
    const deposit =
      type === 'direct_cremation' && !owes ? total : Math.round((total * (0.3 + draw() * 0.3)) / 5000) * 5000;
    const method = (n: number): Partial<DemoPayment> =>
      n % 5 < 2
        ? { method: 'check', check: String(1001 + index * 7 + n) }
        : n % 5 < 4
          ? { method: 'other', other: 'Credit card' }
          : { method: 'cash' };
    const pay = (cents: number, day: CalendarDate, purpose: string, n: number): DemoPayment[] => {
      const entry = { hours: hoursAgo(day, '11:20'), by: priya, amount: toDecimal(cents), from: payer, purpose };
      return cents > 0 && day < today ? [{ ...entry, method: 'cash', ...method(n) }] : [];
    };
    const arranged = addDays(died, 1 + Math.floor(draw() * 2));
    const deceased = [first, middle === first ? '' : middle, last].filter(Boolean).join(' ');
    const lastStep = cremated ?? service;
    const gates: DemoGateEntry[] = [
      {
        kind: 'identification',
        identified_by: payer,
        relationship,
        how: 'in_person',
        note: '',
        at: `${addDays(died, 1)}T10:20`,
      },
      ...(cremated
        ? [{ kind: 'answer', person: payer, answer: 'signed', note: '', name_on_paper: deceased } as const]
        : []),
      ...(hoursAgo(lastStep.day, lastStep.time || '12:00') > 1
        ? [
            {
              kind: 'step' as const,
              step: cremated ? ('cremated' as const) : ('buried' as const),
              note: '',
              at: `${lastStep.day}T${lastStep.time || '12:00'}`,
              place: cremated
                ? home.crematory
                : (cemeteries.find(({ value }) => value === report.cemetery)?.name ?? home.chapel),
            },
          ]
        : []),
    ];
    const restOn = addDays(held, 2 + Math.floor(draw() * 20));
    return {
      name: `history-${index}`,
      home: slug,
      created: openedAt,
      by,
      status: isCompleted ? 'completed' : 'active',
      from: report,
      sections: {
        service: {
          service_type: type,
          service_date: held,
          ...(!isDirect && { service_time: service.time, service_vehicle: home.hearse, service_led_by: home.leader }),
          service_location: isDirect
            ? 'No service; the family receives the ashes'
            : type === 'graveside' || type === 'direct_burial'
              ? 'Graveside'
              : home.chapel,
          ...(type === 'memorial' ? { disposition_method: 'cremation' } : {}),
        },
        medical: {
          attending_physician_name: one(['Dr. Ngozi Okafor', 'Dr. Alan Feldstein', 'Dr. Susan Cho']),
          cause_of_death: one(causes),
          manner_of_death: 'natural',
          has_pacemaker: false,
          ...(cremated && {
            crematory_name: home.crematory,
            cremation_date: cremated.day,
            cremation_time: cremated.time,
          }),
        },
        deathCertificate: {
          death_cert_type: 'electronic',
          dc_delivered_to_doctor_date: addDays(died, 1),
          dc_copies_ordered: copies,
          dc_copy_type: 'long',
          dc_doctor_completed: isFiled,
          ...(isFiled && {
            dc_doctor_completed_date: addDays(filed, -1),
            dc_delivered_to_county_date: addDays(filed, -1),
          }),
          ...(isFiled && { dc_county_completed: true, dc_county_completed_date: filed }),
          ...(isCompleted && { dc_delivered_to_family_date: addDays(filed, 4) }),
        },
        ...(veteran
          ? { veteran: { military_branch: 'army', dd214_collected: true, va_claim_number: `VA-${4400 + index}` } }
          : {}),
        innerOffice: {
          first_call_taken_by: 'Dee Kowalski',
          ...(index % 3 !== 0 && { personal_effects_decision: 'none' }),
        },
      },
      actions: [
        moved('draft', 'active', by, openedAt - 3),
        ...(isCompleted ? [moved('active', 'completed', marcus, hoursAgo(completedOn, '16:10'))] : []),
      ],
      // Someone whose ashes may still be here has gates, too.
      ...((!isCompleted || (cremated && cremated.day > addDays(today, -60))) && died < addDays(today, -2) && { gates }),
      money: {
        sections: {
          ...contract,
          servicesFees: { ...contract.servicesFees, date_of_statement: arranged },
          ...(type === 'traditional' && {
            disclosuresAgreement: {
              embalming_reason: 'Viewing',
              embalming_approval: 'in_person',
              embalming_approved_by: payer,
              embalming_approved_on: died,
            },
          }),
        },
        payments: [
          ...pay(deposit, arranged, 'Deposit', index),
          ...(owes ? [] : pay(total - deposit, restOn, 'Funeral in full', index + 3)),
        ],
        ...(isCompleted && { copies: { count: copies, ordered: filed, received: addDays(filed, 2 + (index % 4)) } }),
        permits: isOpen && died < addDays(today, -2) ? permitsOf(cremated !== undefined, deceased, died, index) : [],
        ...(arranged < today ? { statement: { hours: hoursAgo(arranged, '10:40'), by: marcus } } : {}),
      },
    } satisfies DemoCase;
  });
};

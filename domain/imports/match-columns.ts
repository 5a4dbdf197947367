import { isUsState } from '#domain/shared/values/us-state.ts';
import {
  type CaseColumn,
  type ColumnName,
  type CustomerColumn,
  columnsOf,
  dayColumns,
  type ImportKind,
  labelOf,
} from './column-labels.ts';
import { type DayOrder, dayOrderOf, has24HourClock, isPlaceholder, orderedDay } from './column-values.ts';

export interface ColumnReading {
  values?: Readonly<Record<string, string>> | undefined;
  day_order?: DayOrder | undefined;
  is_24_hour?: boolean | undefined;
}

const timeColumns: readonly string[] = ['time_of_death', 'service_time'];

/** A column with its field, '' for none, and all values. */
interface ChosenColumn {
  field: ColumnName | '';
  values: readonly string[];
}

/** Returns whether a day of a column has two meanings and no other one shows which is meant. */
export const isOrderOpen = (values: readonly string[]): boolean =>
  dayOrderOf(values) === 'unclear' && values.some((text) => orderedDay(text)?.isOpen);

/**
 * Returns the proposed readings: words as in the last file like it; days as the column, that file or other columns
 * show.
 */
export const proposedReadings = (
  columns: readonly ChosenColumn[],
  before: readonly (ColumnReading & { field: ColumnName })[] = [],
): ColumnReading[] => {
  const orders = columns.map(({ field, values }) =>
    field && dayColumns.includes(field) ? dayOrderOf(values) : 'unclear',
  );
  const [plain, ...otherOrders] = new Set(orders.filter((order) => order !== 'unclear'));
  const ofFile = otherOrders.length === 0 ? plain : undefined;
  return columns.map(({ field, values }, at) => {
    const earlier = before.find((reading) => reading.field === field);
    const columnOrder = orders[at] === 'unclear' ? undefined : orders[at];
    const isOpen = field !== '' && dayColumns.includes(field) && !columnOrder && isOrderOpen(values);
    const day_order = columnOrder ?? (isOpen ? (earlier?.day_order ?? ofFile) : undefined);
    const is24Hour = timeColumns.includes(field) && has24HourClock(values);
    return {
      ...(earlier?.values ? { values: earlier.values } : {}),
      ...(day_order ? { day_order } : {}),
      ...(is24Hour ? { is_24_hour: true } : {}),
    };
  });
};

const behind = (prefixes: readonly string[], words: readonly string[]): string[] =>
  prefixes.flatMap((prefix) => words.map((word) => `${prefix}${word}`));

const words = (text: string): string[] => text.split(' ');

const phones = words(
  'phone phonenumber phone1 phoneno primaryphone tel telephone ph mainphone cell cellphone mobile mobilephone homephone hmphone homeph hmph hometel hmtel contactphone ph',
);
const morePhones = words('phone2 secondphone secondaryphone altphone alternatephone otherphone workphone');
const emails = words('email emailaddress mail primaryemail contactemail email1 homeemail');
const streets = words(
  'address address1 addressline1 addr addr1 street street1 streetaddress mailingaddress mailingaddr streetaddr',
);
const zips = words('zip zipcode postalcode postcode mailingzip zippostal zippostalcode zip5 postal zip4');
const firstNames = words('first firstname fname fn givenname given forename forenames');
const middleNames = words('middle middlename mname mn mi middleinitial');
const lastNames = words('last lastname lname ln surname familyname');
const suffixes = words('suffix suf sfx namesuffix');
const fillNotes = words('notes note comments comment remarks memo casenotes generalnotes');
const createdDays = words('created createdat createddate createdon datecreated dateadded added');

/**
 * Headings by field, the most likely first: lower case, without spaces and signs. The first field that no other column
 * fills gets a heading under two.
 */
const ofCustomers: Partial<Record<CustomerColumn, readonly string[]>> = {
  full_name: words('name fullname customer customername contact contactname client clientname informant informantname'),
  first_name: [...firstNames, 'contactfirstname', 'informantfirstname'],
  middle_name: middleNames,
  last_name: [...lastNames, 'contactlastname', 'informantlastname'],
  suffix: [...suffixes, 'contactsuffix', 'informantsuffix'],
  phone: phones,
  second_phone: [...morePhones, ...phones],
  email: emails,
  address: streets,
  apt_house_number: words('apt apartment unit suite address2 addr2 addressline2 street2 apthousenumber'),
  city: ['city', 'town', 'citytown', 'mailingcity'],
  state: ['state', 'province', 'st', 'stateprov', 'stateprovince', 'mailingstate'],
  zip_code: zips,
  language: words('lang spokenlanguage preferredlanguage languagepreference'),
  notes: fillNotes,
  created_at: [...createdDays, 'customersince', 'since', 'joined', 'datejoined', 'dateentered', 'entered'],
};

/** Headings of the next of kin that count only after another column of theirs. */
const contactNames: Partial<Record<CaseColumn, readonly string[]>> = {
  kin_suffix: suffixes,
  kin_phone: phones,
  kin_second_phone: [...morePhones, ...phones],
  kin_email: emails,
  kin_address: streets,
  kin_city: ['city', 'town'],
  kin_state: ['state', 'st', 'province'],
  kin_zip_code: zips,
};
const kinPrefixes = words('nextofkin nok kin informant inf contact primarycontact');
const nextOfKin = (names: readonly string[] = []): string[] => behind(kinPrefixes, names);

const deceasedPrefixes = words('deceased decedent decedents dec dcd');
const fieldsOfDeceased = /^(?:deceased_|home_address_|gender|ssn|date_of_|\w+_of_death|marital_|is_veteran|military_)/;
const homePrefixes = ['', 'residence', 'res', 'home', 'lastresidence'];
const homes = (names: readonly string[]): string[] => behind(homePrefixes, names);
const spouse = (names: readonly string[]): string[] => behind(['spouse', 'spouses', 'survivingspouse'], names);
const dispositions = words('disposition dispositiontype typeofdisposition dispo disp');

const ofCases: Partial<Record<CaseColumn, readonly string[]>> = {
  case_number: words(
    'caseno case caseid caseidentifier casenum caseref casefile fileno file filenumber callno call callnumber contractnumber contractno contract refno ref jobno job recordno number no id',
  ),
  status: ['status', 'casestatus', 'stage'],
  funeral_home: words('home funeralhomename branch chapel location site office'),
  deceased_name: words('deceased decedent dec dcd nameofdeceased nameofdecedent fullname name'),
  deceased_first_name: firstNames,
  deceased_middle_name: middleNames,
  deceased_last_name: lastNames,
  deceased_suffix: suffixes,
  gender: ['sex', 'sx', 'mf'],
  ssn: words(
    'ssn ssnno ssnumber ssnnumber ss ssno socsec socsecno socsecnumber socialsecurity socialsecurityno socialsecuritynumber social',
  ),
  date_of_birth: words('dob birthdate birthday born dateborn birth db bd'),
  date_of_death: words('dod deathdate died datedied death dd'),
  time_of_death: words('tod deathtime timedied hourofdeath'),
  location_of_death: words('placeofdeath placeofdeathname pod deathplace deathlocation facility'),
  city_of_death: ['deathcity', 'placeofdeathcity'],
  county_of_death: ['deathcounty', 'placeofdeathcounty'],
  state_of_death: ['deathstate', 'placeofdeathstate'],
  home_address_street: [...homes(streets), 'residence', 'lastresidence', 'lastaddress'],
  home_address_city: homes(['city', 'town']),
  home_address_county: homes(['county']),
  home_address_state: homes(['state', 'st']),
  home_address_zip: homes(zips),
  marital_status: words('marital maritalstat maritalst mstatus marstat ms'),
  spouse_name: [...spouse(['', 'name', 'fullname']), ...words('wifehusband husbandwife wife husband')],
  spouse_first_name: spouse(firstNames),
  spouse_middle_name: spouse(middleNames),
  spouse_last_name: spouse(lastNames),
  spouse_suffix: spouse(suffixes),
  spouse_maiden_name: spouse(['maiden', 'maidenname']),
  is_veteran: words('vet veteranyn isveteran usveteran armedforces inarmedforces military militaryservice'),
  military_branch: words('branchofservice servicebranch milbranch armedforcesbranch br branch'),
  service_type: [
    ...words('typeofservice kindofservice service svctype svc svccode sv casetype type servicecode'),
    ...dispositions,
  ],
  disposition_method: [...dispositions, 'methodofdisp'],
  service_date: words('dateofservice funeraldate svcdate svcdt serviceon dateoffuneral'),
  service_time: words('timeofservice funeraltime svctime svctm serviceat'),
  service_location: words('placeofservice serviceplace svcplace svcloc serviceloc church'),
  cemetery_name: words(
    'cemetery cem cemname placeofdisposition placeofburial burialplace placeofinterment interment crematory crematoryname cemeterycrematory crematorium cemeterycrematorium placeoffinaldisposition',
  ),
  cemetery_address_city: ['cemeterycity', 'cemeterytown', 'cemcity'],
  cemetery_address_state: ['cemeterystate', 'cemstate', 'cemst'],
  contract_total: words(
    'contractamount contractamt totalcontract totalcharges charges chg chgs chargestotal saleamount saletotal totalsale grandtotal total amount price',
  ),
  total_paid: words(
    'paid amountpaid amtpaid payments paymentsreceived pmts pmt pmtsreceived totalpayments paidtodate received receipts',
  ),
  balance: words('balancedue baldue bal amountdue amtdue due owed owing stillowed outstanding'),
  director_notes: fillNotes,
  kin_name: [...nextOfKin(['', 'name', 'fullname'])],
  kin_first_name: nextOfKin(firstNames),
  kin_last_name: nextOfKin(lastNames),
  kin_relationship: words('relationship relation rel rl relationtodeceased reltodec').concat(
    nextOfKin(words('relationship relation rel')),
  ),
  ...Object.fromEntries(Object.entries(contactNames).map(([field, names]) => [field, nextOfKin(names)])),
  created_at: words('opened openedon dateopened firstcall firstcalldate fcdate calldate casedate contractdate').concat(
    createdDays,
  ),
};

const columnSynonyms: Record<ImportKind, Readonly<Partial<Record<ColumnName, readonly string[]>>>> = {
  customers: ofCustomers,
  cases: ofCases,
};

const folded = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

const mostly = (samples: readonly string[], isLike: (value: string) => boolean): boolean => {
  const filled = samples.map((value) => value.trim()).filter((value) => !isPlaceholder(value));
  return filled.length > 0 && filled.filter(isLike).length >= filled.length * 0.8;
};

const phone = (value: string) => /^[+(\d][\d\s().+-]{8,}$/.test(value) && /^1?\d{10}$/.test(value.replace(/\D/g, ''));

/** Fields recognized by their values. Days and names in case files are ambiguous, so they are left out. */
const byExample: Record<ImportKind, readonly [ColumnName, (value: string) => boolean][]> = {
  customers: [
    ['email', (value) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)],
    ['phone', phone],
    ['zip_code', (value) => /^\d{5}(-\d{4})?$/.test(value)],
    ['state', (value) => isUsState(value.toUpperCase())],
    ['address', (value) => /^\d+\w? .*[a-z]/i.test(value)],
  ],
  cases: [],
};

/** Returns whether a heading has no meaning: "Column 7" (the name of an empty one), "Field3", "X7", "B". */
const saysNothing = (heading: string): boolean =>
  /^(?:column|col|field|unnamed|[a-z])?[\s_:.-]*\d*(?: \(\d+\))?$/i.test(heading.trim());

/**
 * Returns whether a column contains Social Security numbers: nine digits count unless the heading names something
 * else.
 */
export const holdsSocialSecurityNumbers = (heading: string, samples: readonly string[]): boolean => {
  const name = folded(heading);
  // By words: "Business Name" and "Address No" contain the letters across a word boundary.
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  if (/^ss$|socialsec|socsec|taxpayerid/.test(name) || /\bs ?s ?n|ssn(?:no|num|number)?\b/.test(words)) return true;
  if (rankOf(name, 'ssn', 'cases') !== undefined) return true;
  if (mostly(samples, (value) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(value))) return true;
  return !/zip|postal|phone|tel|cell|mobile|fax|id|number|no$/.test(name) && mostly(samples, (v) => /^\d{9}$/.test(v));
};

/** Returns the index of the column with the decedent's Social Security numbers, by its heading; -1 for none. */
export const ssnColumn = (columns: readonly FileColumn[]): number =>
  columns.findIndex(
    ({ heading, samples }) =>
      holdsSocialSecurityNumbers(heading, samples) && rankOf(folded(heading), 'ssn', 'cases') !== undefined,
  );

const armedForces =
  /^(?:u\.?s\.? ?)?(?:army|navy|air ?force|marines?|marine corps|coast ?guard|space ?force|(?:air )?national guard|af|usa|usn|usaf|usmc|uscg)\b/i;

/** “Branch” is a home, unless its values name the armed forces. */
const isContradicted = (field: ColumnName, { heading, samples }: FileColumn): boolean =>
  folded(heading) === 'branch' &&
  samples.some((value) => value.trim()) &&
  mostly(samples, (value) => armedForces.test(value)) === (field === 'funeral_home');

const rankOf = (name: string, field: ColumnName, kind: ImportKind): number | undefined => {
  if ([folded(labelOf(kind, field)), folded(field)].includes(name)) return -1;
  const rank = columnSynonyms[kind][field]?.indexOf(name) ?? -1;
  if (rank !== -1) return rank;
  if (kind !== 'cases' || !fieldsOfDeceased.test(field)) return undefined;
  const bareNames = deceasedPrefixes.flatMap((prefix) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  // "Decedent Name" wins over "Name", which may be another person's.
  return bareNames.some((bare) => bare && rankOf(bare, field, kind) !== undefined) ? -2 : undefined;
};

interface Candidate {
  field: ColumnName;
  rank: number;
}

export interface FileColumn {
  heading: string;
  samples: readonly string[];
}

const ranked = (fields: readonly ColumnName[], rank: (field: ColumnName) => number | undefined): Candidate[] =>
  fields.flatMap((field) => {
    const at = rank(field);
    return at === undefined ? [] : [{ field, rank: at }];
  });

/** A "Time" is the one of the day in the column before it. */
const timesBehind: Partial<Record<ColumnName, CaseColumn>> = {
  date_of_death: 'time_of_death',
  service_date: 'service_time',
};

/**
 * An unnamed phone, email or address is the next of kin's only after another column of theirs, because hospitals and
 * physicians have these too.
 */
const candidatesOf = (columns: readonly FileColumn[], kind: ImportKind): Candidate[][] => {
  let before: Candidate[] = [];
  return columns.map((column) => {
    const { heading } = column;
    const ownCandidates = ranked(columnsOf[kind], (field) => rankOf(folded(heading), field, kind));
    // A repeated heading has a number appended.
    const plain = folded(heading.replace(/ \(\d+\)$/, ''));
    const time = plain === 'time' && kind === 'cases' && timesBehind[before[0]?.field ?? 'ssn'];
    const isBehindKin = before.some(({ field }) => field.startsWith('kin_'));
    const ofKin = ranked(kind === 'cases' && isBehindKin ? columnsOf.cases : [], (field) => {
      const rank = contactNames[field as CaseColumn]?.indexOf(plain) ?? -1;
      return rank === -1 ? undefined : rank;
    });
    const found = (ofKin.length > 0 ? ofKin : ownCandidates).filter(({ field }) => !isContradicted(field, column));
    before = time ? [{ field: time, rank: 0 }] : found;
    return before;
  });
};

export interface Matching {
  kind: ImportKind;
  headings: readonly string[];
  columns: readonly ({ field: ColumnName; heading: string } & ColumnReading)[];
}

const isOfSameFile = ({ headings }: Matching, columns: readonly FileColumn[]): boolean =>
  headings.length === columns.length && headings.every((heading, at) => heading === columns[at]?.heading);

/**
 * Returns the field of each column, '' for none: as in the latest file with the same headings, else by heading, else
 * by values. No field is filled twice, and a user chooses Social Security numbers for each file.
 */
export const matchColumns = (
  columns: readonly FileColumn[],
  earlier: readonly Matching[] = [],
  kind: ImportKind = 'customers',
): { fields: (ColumnName | '')[]; asBefore: Matching | undefined } => {
  const secret = columns.map(({ heading, samples }) => holdsSocialSecurityNumbers(heading, samples));
  const asBefore = earlier.find((matching) => matching.kind === kind && isOfSameFile(matching, columns));
  const usedColumns = new Set<ColumnName>();
  const take = (field: ColumnName | undefined): ColumnName | '' => {
    if (!field || field === 'ssn' || usedColumns.has(field)) return '';
    usedColumns.add(field);
    return field;
  };
  if (asBefore) {
    const before = (heading: string) => asBefore.columns.find((column) => column.heading === heading)?.field;
    return { asBefore, fields: columns.map(({ heading }, at) => (secret[at] ? '' : take(before(heading)))) };
  }
  const candidates = candidatesOf(columns, kind);
  const columnNames: (ColumnName | '')[] = columns.map(() => '');
  // Columns with a single candidate come first, then the most likely ones.
  const inOrder = candidates
    .map((found, at) => ({ found, at }))
    .filter(({ found, at }) => found.length > 0 && !secret[at])
    .toSorted(
      (a, b) =>
        a.found.length - b.found.length ||
        (a.found.length === 1 ? (a.found[0]?.rank ?? 0) - (b.found[0]?.rank ?? 0) : 0),
    );
  for (const { found, at } of inOrder)
    columnNames[at] = take(found.find(({ field }) => !usedColumns.has(field))?.field);
  const fields = columns.map(({ heading, samples }, at) => {
    if (columnNames[at] || secret[at] || !saysNothing(heading)) return columnNames[at] ?? '';
    return take(byExample[kind].find(([field, isLike]) => !usedColumns.has(field) && mostly(samples, isLike))?.[0]);
  });
  return { asBefore: undefined, fields };
};

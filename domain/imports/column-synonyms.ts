import type { CaseColumn, ColumnName, CustomerColumn, ImportKind } from './column-names.ts';

/** Each word behind each prefix. */
const behind = (prefixes: readonly string[], words: readonly string[]): string[] =>
  prefixes.flatMap((prefix) => words.map((word) => `${prefix}${word}`));

const words = (text: string): string[] => text.split(' ');

const phones = words(
  'phone phonenumber phone1 phoneno primaryphone tel telephone ph mainphone cell cellphone mobile mobilephone homephone hmphone contactphone',
);
const morePhones = words('phone2 secondphone secondaryphone altphone alternatephone otherphone workphone');
const emails = words('email emailaddress mail primaryemail contactemail email1 homeemail');
const streets = words('address address1 addressline1 addr addr1 street street1 streetaddress mailingaddress');
const zips = words('zip zipcode postalcode postcode mailingzip zippostal zippostalcode zip5 postal');
const firstNames = words('first firstname fname givenname given forename forenames');
const middleNames = words('middle middlename mname mi middleinitial');
const lastNames = words('last lastname lname surname familyname');
const fillNotes = words('notes note comments comment remarks memo');
const createdDays = words('created createdat createddate createdon datecreated dateadded added');

/**
 * What other systems call the fields: in small letters, with neither spaces nor signs, the likeliest first. A name under
 * two fields goes to the first that no other column fills.
 */
const ofCustomers: Partial<Record<CustomerColumn, readonly string[]>> = {
  full_name: words('name fullname customer customername contact contactname client clientname informant informantname'),
  first_name: [...firstNames, 'contactfirstname', 'informantfirstname'],
  middle_name: middleNames,
  last_name: [...lastNames, 'contactlastname', 'informantlastname'],
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

/** Fields of the next of kin that a heading may name alone, where it stands behind another column of theirs. */
export const contactNames: Partial<Record<CaseColumn, readonly string[]>> = {
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

const deceasedPrefixes = ['', 'deceased', 'decedent', 'dec', 'dcd'];
const homePrefixes = [...deceasedPrefixes, 'residence', 'res', 'home'];
const homes = (names: readonly string[]): string[] => behind(homePrefixes, names);
const spouse = (names: readonly string[]): string[] => behind(['spouse', 'spouses', 'survivingspouse'], names);
const dispositions = words('disposition dispositiontype typeofdisposition dispo disp');

const ofCases: Partial<Record<CaseColumn, readonly string[]>> = {
  case_number: words(
    'caseno case caseid casenum caseref casefile fileno file filenumber callno call callnumber contractnumber contractno contract refno ref jobno job recordno number no id',
  ),
  status: ['status', 'casestatus', 'stage'],
  funeral_home: words('home funeralhomename branch chapel location site office'),
  deceased_name: behind(deceasedPrefixes.slice(1), ['', 'name', 'fullname']).concat(
    words('nameofdeceased nameofdecedent fullname name'),
  ),
  deceased_first_name: behind(deceasedPrefixes, firstNames),
  deceased_middle_name: behind(deceasedPrefixes, middleNames),
  deceased_last_name: behind(deceasedPrefixes, lastNames),
  deceased_suffix: behind(deceasedPrefixes, ['suffix', 'suf', 'sfx']),
  gender: ['sex', 'sx', 'mf'],
  ssn: behind(
    deceasedPrefixes,
    words(
      'ssn ssnno ssnumber ssnnumber ss ssno socsec socsecno socsecnumber socialsecurity socialsecurityno socialsecuritynumber social',
    ),
  ),
  date_of_birth: words('dob birthdate birthday born dateborn birth'),
  date_of_death: words('dod deathdate died datedied death'),
  time_of_death: words('tod deathtime timedied'),
  location_of_death: words('placeofdeath pod deathplace deathlocation facility'),
  city_of_death: ['deathcity', 'placeofdeathcity'],
  county_of_death: ['deathcounty'],
  state_of_death: ['deathstate'],
  home_address_street: [...homes(streets), 'residence'],
  home_address_city: homes(['city', 'town']),
  home_address_county: homes(['county']),
  home_address_state: homes(['state', 'st']),
  home_address_zip: homes(zips),
  marital_status: words('marital maritalstat maritalst mstatus marstat ms'),
  spouse_name: spouse(['', 'name', 'fullname']),
  spouse_first_name: spouse(firstNames),
  spouse_middle_name: spouse(middleNames),
  spouse_last_name: spouse(lastNames),
  spouse_maiden_name: spouse(['maiden', 'maidenname']),
  is_veteran: words('vet veteranyn isveteran usveteran armedforces inarmedforces military militaryservice'),
  military_branch: words('branchofservice servicebranch milbranch armedforcesbranch br branch'),
  service_type: [...words('typeofservice service svctype svc svccode casetype type servicecode'), ...dispositions],
  disposition_method: [...dispositions, 'methodofdisp'],
  service_date: words('dateofservice funeraldate svcdate svcdt serviceon dateoffuneral'),
  service_time: words('timeofservice funeraltime svctime svctm serviceat'),
  service_location: words('placeofservice serviceplace svcplace svcloc serviceloc church'),
  cemetery_name: words(
    'cemetery cem cemname placeofdisposition placeofburial burialplace placeofinterment interment crematory crematoryname cemeterycrematory placeoffinaldisposition',
  ),
  cemetery_address_city: ['cemeterycity', 'cemeterytown', 'cemcity'],
  cemetery_address_state: ['cemeterystate', 'cemstate'],
  contract_total: words(
    'contractamount contractamt totalcontract totalcharges charges chg chgs chargestotal saleamount saletotal totalsale grandtotal total amount price',
  ),
  total_paid: words('paid amountpaid amtpaid payments pmts pmt totalpayments paidtodate received receipts'),
  balance: words('balancedue baldue bal amountdue amtdue due owed owing outstanding'),
  director_notes: fillNotes,
  kin_name: [...nextOfKin(['', 'name', 'fullname'])],
  kin_first_name: nextOfKin(firstNames),
  kin_last_name: nextOfKin(lastNames),
  kin_relationship: words('relationship relation rel relationtodeceased reltodec').concat(
    nextOfKin(words('relationship relation rel')),
  ),
  ...Object.fromEntries(Object.entries(contactNames).map(([field, names]) => [field, nextOfKin(names)])),
  created_at: words('opened openedon dateopened firstcall firstcalldate calldate casedate contractdate').concat(
    createdDays,
  ),
};

export const columnSynonyms: Record<ImportKind, Readonly<Partial<Record<ColumnName, readonly string[]>>>> = {
  customers: ofCustomers,
  cases: ofCases,
};

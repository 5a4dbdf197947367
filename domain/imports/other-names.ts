import type { CaseColumn, ColumnName, CustomerColumn, ImportKind } from './column-names.ts';

/** How other systems call the fields: in small letters, with neither spaces nor signs. */
const ofCustomers: Partial<Record<CustomerColumn, readonly string[]>> = {
  first_name: ['first', 'firstname', 'fname', 'givenname', 'forename', 'contactfirstname', 'informantfirstname'],
  middle_name: ['middle', 'middlename', 'mname', 'mi', 'middleinitial'],
  last_name: ['last', 'lastname', 'lname', 'surname', 'familyname', 'contactlastname', 'informantlastname'],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'cell',
    'cellphone',
    'mobile',
    'mobilephone',
    'homephone',
    'phone1',
    'primaryphone',
    'contactphone',
  ],
  email: ['email', 'emailaddress', 'mail', 'primaryemail', 'contactemail', 'email1', 'homeemail'],
  address: ['address', 'address1', 'addressline1', 'street', 'street1', 'streetaddress', 'mailingaddress'],
  apt_house_number: ['apt', 'apartment', 'unit', 'suite', 'address2', 'addressline2', 'street2', 'apthousenumber'],
  city: ['city', 'town', 'mailingcity'],
  state: ['state', 'province', 'st', 'mailingstate'],
  zip_code: ['zip', 'zipcode', 'postalcode', 'postcode', 'mailingzip', 'zippostal', 'zippostalcode', 'zip5'],
  county: ['county'],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'memo'],
  created_at: [
    'created',
    'createdat',
    'createddate',
    'createdon',
    'datecreated',
    'dateadded',
    'customersince',
    'since',
    'joined',
    'datejoined',
  ],
};

/** The words for a field of the next of kin, under each of the names that they have. */
const kin = (...fields: readonly string[]): string[] =>
  ['nextofkin', 'nok', 'kin', 'informant', 'contact', 'primarycontact'].flatMap((who) =>
    fields.map((field) => `${who}${field}`),
  );

const ofCases: Partial<Record<CaseColumn, readonly string[]>> = {
  case_number: ['case', 'caseno', 'caseid', 'casenum', 'number', 'contractnumber', 'filenumber', 'callnumber'],
  status: ['status', 'casestatus', 'stage'],
  funeral_home: ['home', 'location', 'branch', 'chapel', 'funeralhomename', 'site', 'office'],
  deceased_first_name: ['first', 'firstname', 'deceasedfirst', 'deceasedfirstname', 'decedentfirstname', 'decfirst'],
  deceased_middle_name: ['middle', 'middlename', 'deceasedmiddle', 'deceasedmiddlename', 'decedentmiddlename'],
  deceased_last_name: [
    'last',
    'lastname',
    'surname',
    'deceasedlast',
    'deceasedlastname',
    'decedentlastname',
    'declast',
  ],
  deceased_suffix: ['suffix', 'deceasedsuffix', 'decedentsuffix'],
  gender: ['sex'],
  date_of_birth: ['dob', 'birthdate', 'birthday', 'born', 'dateborn'],
  date_of_death: ['dod', 'deathdate', 'died', 'datedied'],
  location_of_death: ['placeofdeath', 'deathplace', 'deathlocation', 'facility'],
  city_of_death: ['deathcity'],
  state_of_death: ['deathstate'],
  service_type: ['disposition', 'typeofservice', 'casetype', 'type', 'dispositiontype'],
  service_date: ['dateofservice', 'funeraldate'],
  service_location: ['placeofservice', 'serviceplace', 'church'],
  director_notes: ['notes', 'note', 'comments', 'remarks', 'memo'],
  kin_first_name: kin('first', 'firstname'),
  kin_last_name: kin('last', 'lastname'),
  kin_relationship: ['relationship', 'relation', ...kin('relationship', 'relation')],
  kin_phone: kin('phone', 'phonenumber', 'phone1', 'tel', 'telephone', 'cell', 'cellphone', 'mobile', 'homephone'),
  kin_email: kin('email', 'emailaddress', 'mail'),
  kin_address: kin('address', 'address1', 'street', 'streetaddress'),
  kin_city: kin('city'),
  kin_state: kin('state'),
  kin_zip_code: kin('zip', 'zipcode', 'postalcode', 'zippostal'),
  created_at: ['created', 'createdat', 'createddate', 'datecreated', 'opened', 'openedon', 'dateopened', 'firstcall'],
};

export const otherNames: Record<ImportKind, Readonly<Partial<Record<ColumnName, readonly string[]>>>> = {
  customers: ofCustomers,
  cases: ofCases,
};

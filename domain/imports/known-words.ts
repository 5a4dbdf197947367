import type { ColumnName } from './column-names.ts';

/** Each word of the lists, without spaces and signs, with the value under which it stands. */
const meaning = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).flatMap(([value, list]) => list.split(' ').map((word) => [word, value])));

/** Disposition words, as certificates and other systems write them. */
const dispositions = {
  burial: 'interment inground earthburial b bur inhumation',
  entombment: 'mausoleum crypt e ent entomb entombed entombmentinmausoleum',
  cremation: 'c cr crem cremated',
  donation: 'anatomicaldonation anatomicalgift bodydonation medicaldonation medicalschool donationtoscience',
  removal_from_state: 'removal shipout shipped outofstate removedfromstate outgoingship forwarding',
  alkaline_hydrolysis: 'aquamation watercremation hydrolysis',
  natural_organic_reduction: 'composting humancomposting nor',
};

/** What other systems call the values of a column: in small letters, without spaces and signs. */
export const knownWords: Partial<Record<ColumnName, Readonly<Record<string, string>>>> = {
  status: meaning({
    draft: 'pending new inquiry',
    active: 'open inprogress current scheduled',
    completed: 'complete closed done finished archived final',
    cancelled: 'canceled void voided withdrawn released',
  }),
  gender: meaning({ male: 'm man boy', female: 'f w woman girl', unknown: 'u unk undetermined' }),
  marital_status: meaning({
    single: 's single nevermarried nm unmarried bachelor',
    married: 'm mar marr',
    divorced: 'd div divorcee',
    widowed: 'w wid widow widower widowd',
    separated: 'sep legallyseparated',
    domestic_partner: 'dp partner partnered civilunion civilpartner domesticpartnership registereddomesticpartner',
    unknown: 'u unk',
  }),
  is_veteran: meaning({ yes: 'y true 1 x vet veteran', no: 'n false 0 nonveteran' }),
  military_branch: meaning({
    army: 'usarmy ar usa',
    navy: 'usnavy usn',
    marines: 'marine usmarines usmarinecorps marinecorps usmc mc',
    air_force: 'airforce usairforce usaf airf af',
    coast_guard: 'coastguard uscoastguard uscg',
    space_force: 'spaceforce usspaceforce ussf',
    national_guard: 'armynationalguard airnationalguard ang arng guard',
    reserves: 'reserve armyreserve navyreserve armyreserves',
  }),
  service_type: {
    ...meaning({ ...dispositions, cremation: `${dispositions.cremation} cremationwithservice cws` }),
    ...meaning({
      traditional: 'trad tr funeral traditionalburial traditionalfuneral fullservice funeralservice fs',
      memorial: 'mem ms memorialonly celebrationoflife',
      graveside: 'gs grave gravesideonly gravesideburial committal',
      visitation: 'vis view viewing wake',
      direct_burial: 'db ib immediateburial imburial',
      direct_cremation: 'dc ic immediatecremation simplecremation dircrem directcrem',
    }),
  },
  disposition_method: meaning({ ...dispositions, cremation: `${dispositions.cremation} dc directcremation` }),
  // A partner or a former wife is no spouse, who signs first: such words become "other", and are kept as they stand.
  language: meaning({ en: 'eng', es: 'spa sp espanol castellano' }),
  kin_relationship: meaning({
    child: 'child adultchild',
    spouse: 'wife husband widow widower wif wf hus husb hb',
    son: 'adoptedson',
    daughter: 'dau adopteddaughter',
    parent: 'mother father mom dad mum',
    sibling: 'brother sister bro sis twin twinbrother twinsister halfbrother halfsister',
    grandparent: 'grandmother grandfather',
    grandchild: 'grandson granddaughter',
    aunt_uncle: 'aunt uncle',
    niece_nephew: 'niece nephew',
    in_law: 'sil dil mil fil bil soninlaw daughterinlaw motherinlaw fatherinlaw brotherinlaw sisterinlaw inlaws',
    step_relation: 'stepson stepdaughter stepchild stepmother stepfather stepparent stepbrother stepsister step',
    friend: 'frd frnd fd',
    other_family: 'family relative otherrelative',
    caregiver: 'caretaker',
    legal_representative: 'attorney lawyer solicitor guardian conservator legalguardian publicadministrator',
    executor: 'executrix personalrepresentative',
    power_of_attorney: 'poa dpoa',
  }),
};

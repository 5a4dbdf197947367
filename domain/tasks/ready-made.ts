import type { AppliesTo, ChecklistItem } from './checklist.ts';

interface ReadyMadeList {
  readonly name: string;
  readonly items: readonly ChecklistItem[];
}

const everyCase: AppliesTo = { service_types: [], methods: [], kinds: [], veteran: false, child: false };

type Due = readonly [amount: number, unit: 'hours' | 'days', anchor: ChecklistItem['anchor']];
type Line = readonly [
  key: string,
  title: string,
  group: ChecklistItem['group'],
  due: Due,
  metBy?: ChecklistItem['met_by'],
  owner?: ChecklistItem['owner'],
];

const list = (name: string, applies: Partial<AppliesTo>, lines: readonly Line[]): ReadyMadeList => ({
  name,
  items: lines.map(([key, title, group, [amount, unit, anchor], met_by = null, owner = 'arranger']) => ({
    key,
    title,
    group,
    anchor,
    owner,
    met_by,
    applies: { ...everyCase, ...applies },
    offset: { amount, unit },
  })),
});

/** Cases that this home arranges for a family. */
const arranged = ['at_need', 'trade_out'] as const;
const withService = ['traditional', 'memorial', 'graveside', 'visitation', 'other', 'cremation'] as const;

/** Lists to begin with; together they are the checklist of a home that has not saved one. */
export const readyMadeLists: readonly ReadyMadeList[] = [
  list('Every case', {}, [
    ['into-care', 'Bring the person into our care', 'first_hours', [4, 'hours', 'opened'], 'into_care'],
    ['into-cooler', 'Move into a cooler', 'care', [8, 'hours', 'opened'], 'into_cooler'],
    ['effects', 'Decide about personal effects', 'care', [2, 'days', 'opened'], 'effects_decided'],
  ]),
  list('Our own family', { kinds: [...arranged] }, [
    ['call-family', 'Call the family and set the arrangement meeting', 'family', [12, 'hours', 'opened']],
    ['embalming', 'Ask the family about embalming', 'family', [1, 'days', 'opened'], 'embalming_answered'],
    [
      'price-list',
      'Give the general price list before prices are discussed',
      'family',
      [2, 'days', 'opened'],
      'price_list_given',
    ],
    [
      'statement',
      'Finalize the Statement and give it to the family',
      'money',
      [3, 'days', 'opened'],
      'statement_finalized',
    ],
    ['photo', 'Ask for a photo', 'family', [3, 'days', 'opened'], 'photo_added', 'coordinator'],
    [
      'obituary',
      'Write the obituary and let the family read it',
      'family',
      [-2, 'days', 'service'],
      'obituary_written',
      'coordinator',
    ],
    ['to-doctor', 'Send the certificate to the doctor', 'papers', [2, 'days', 'death'], 'certificate_delivered'],
    ['certified', 'Follow up on the medical certification', 'papers', [4, 'days', 'death'], 'certified'],
    ['filed', 'File the death certificate', 'papers', [5, 'days', 'death'], 'filed'],
    ['copies', 'Order certified copies', 'papers', [8, 'days', 'death'], 'copies_ordered', 'office_staff'],
    ['copies-in', 'Collect the certified copies', 'papers', [14, 'days', 'death'], 'copies_received', 'office_staff'],
    [
      'copies-out',
      'Give the certified copies to the family',
      'papers',
      [16, 'days', 'death'],
      'copies_handed_out',
      'office_staff',
    ],
    [
      'social-security',
      'Notify Social Security',
      'papers',
      [5, 'days', 'death'],
      'social_security_notified',
      'office_staff',
    ],
    ['payment', 'Take the first payment', 'money', [0, 'days', 'disposition'], 'payment_recorded', 'office_staff'],
    ['letter', 'Send the follow-up letter', 'afterward', [30, 'days', 'completed'], 'follow_up_letter', 'office_staff'],
    ['complete', 'Complete the case', 'afterward', [10, 'days', 'disposition'], 'case_completed'],
  ]),
  list('Service', { service_types: [...withService], kinds: [...arranged] }, [
    ['schedule', 'Set date and place of the service', 'service', [2, 'days', 'opened'], 'service_scheduled'],
    ['clergy', 'Confirm clergy and music', 'service', [-2, 'days', 'service'], null, 'coordinator'],
    ['flowers', 'Confirm flowers', 'service', [-1, 'days', 'service'], null, 'coordinator'],
    ['cards', 'Print memorial cards and programs', 'service', [-1, 'days', 'service'], null, 'office_staff'],
    ['room', 'Set up the room', 'service', [-2, 'hours', 'service']],
    ['thank', 'Call the family after the service', 'afterward', [7, 'days', 'service'], 'follow_up_call'],
  ]),
  list('Without a service', { service_types: ['direct_burial', 'direct_cremation'], kinds: [...arranged] }, [
    ['call-after', 'Call the family a week later', 'afterward', [7, 'days', 'disposition'], 'follow_up_call'],
  ]),
  list('Burial', { methods: ['burial', 'entombment'], kinds: ['at_need'] }, [
    ['cemetery', 'Order the opening of the grave or crypt', 'service', [-3, 'days', 'disposition']],
    ['casket', 'Order casket and outer container', 'service', [-3, 'days', 'disposition']],
    ['permit', 'Get the burial-transit permit', 'papers', [-1, 'days', 'disposition'], 'permit_added'],
    ['pallbearers', 'Confirm the pallbearers', 'service', [-1, 'days', 'disposition'], null, 'coordinator'],
    ['burial', 'Record the burial', 'care', [0, 'days', 'disposition'], 'disposition_recorded'],
  ]),
  list('Cremation', { methods: ['cremation', 'alkaline_hydrolysis'], kinds: ['at_need'] }, [
    ['identify', 'Have the body identified', 'care', [2, 'days', 'opened'], 'identified'],
    [
      'authorize',
      'Get the authorization signed by everyone who must sign',
      'papers',
      [3, 'days', 'opened'],
      'authorization_signed',
    ],
    ['cremation-permit', 'Get the permit', 'papers', [-1, 'days', 'disposition'], 'permit_added'],
    ['urn', 'Order the urn', 'service', [-1, 'days', 'disposition'], 'urn_ordered', 'coordinator'],
    ['cremation', 'Record the cremation', 'care', [0, 'days', 'disposition'], 'disposition_recorded'],
    ['ashes', 'Call the family to collect the ashes', 'afterward', [3, 'days', 'disposition'], null, 'office_staff'],
  ]),
  list('Cremation with service', { methods: ['cremation'], service_types: [...withService], kinds: ['at_need'] }, [
    ['urn-at-service', 'Have urn and photo at the service', 'service', [-2, 'hours', 'service']],
    ['casket-rental', 'Prepare the viewing, or say that there is none', 'service', [-1, 'days', 'service']],
  ]),
  list('Veteran', { veteran: true, kinds: [...arranged] }, [
    ['dd214', 'Collect the DD-214', 'papers', [2, 'days', 'opened'], 'discharge_collected'],
    ['honors', 'Request military honors', 'service', [-3, 'days', 'service']],
    ['flag', 'Order the flag', 'service', [-2, 'days', 'service'], null, 'office_staff'],
    [
      'marker',
      'Offer the government marker and burial benefits',
      'papers',
      [14, 'days', 'death'],
      null,
      'office_staff',
    ],
  ]),
  list('Child', { child: true, kinds: [...arranged] }, [
    ['one-person', 'Name one person who stays with this family', 'family', [4, 'hours', 'opened']],
    ['keepsakes', 'Offer footprints, a lock of hair and photos', 'family', [1, 'days', 'opened']],
    ['charges', 'Decide what we do not charge', 'money', [2, 'days', 'opened'], null, 'funeral_home_admin'],
    ['support', 'Give the family a contact for grieving parents', 'afterward', [3, 'days', 'service']],
  ]),
  list('Trade in', { kinds: ['trade_in'] }, [
    ['trade-papers', 'Check that the papers came with the body', 'papers', [4, 'hours', 'opened']],
    ['trade-instructions', 'Get instructions of the sending firm in writing', 'family', [1, 'days', 'opened']],
    ['trade-identify', 'Compare the tag with the papers', 'care', [4, 'hours', 'opened'], 'identified'],
    ['trade-disposition', 'Record the release', 'care', [0, 'days', 'disposition'], 'disposition_recorded'],
    ['trade-invoice', 'Send the invoice to the other firm', 'money', [3, 'days', 'disposition'], null, 'office_staff'],
  ]),
  list('Trade out', { kinds: ['trade_out'] }, [
    ['transit', 'Get the burial-transit permit', 'papers', [-2, 'days', 'disposition'], 'permit_added'],
    ['carrier', 'Book flight or carrier', 'service', [-2, 'days', 'disposition']],
    ['container', 'Prepare the shipping container and the tag', 'care', [-1, 'days', 'disposition']],
    ['tell-receiver', 'Tell the receiving firm when and where', 'family', [-1, 'days', 'disposition']],
    ['trade-release', 'Record the release', 'care', [0, 'days', 'disposition'], 'disposition_recorded'],
  ]),
];

/** The checklist of a home that has not saved one. */
export const readyMadeItems: readonly ChecklistItem[] = readyMadeLists.flatMap(({ items }) => items);

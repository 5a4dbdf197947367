import { type AnyIntakeField, type IntakeFieldName, intakeFieldData } from '#domain/intake/intake.sections.ts';

/** What a form is for: a death that has happened, a wish to plan ahead, or the words of an obituary. */
export const formKinds = ['at_need', 'pre_need', 'obituary'] as const;

export type FormKind = (typeof formKinds)[number];

/** How staff read what a form is for. */
export const formKindLabels: Readonly<Record<FormKind, string>> = {
  at_need: 'Report of a death',
  pre_need: 'Pre-need inquiry',
  obituary: 'Obituary details',
};

/** A form that reports no death. */
export type InquiryKind = Exclude<FormKind, 'at_need'>;

/** Whether a form of this kind reports no death. */
export const isInquiry = (kind: FormKind | undefined): kind is InquiryKind => kind !== undefined && kind !== 'at_need';

const whoAsks = [
  'submitter_email',
  'no_email',
  'submitter_phone',
  'informant_first_name',
  'informant_last_name',
] as const;

/** What each asks of the fields of a report, and nothing else of them; the rest are the home's own questions. */
const fieldsOfInquiry = {
  pre_need: [...whoAsks, 'preferred_contact_time', 'special_requests', 'consent'],
  obituary: [
    ...whoAsks,
    'informant_relationship',
    'deceased_first_name',
    'deceased_middle_name',
    'deceased_last_name',
    'deceased_suffix',
    'date_of_birth',
    'date_of_death',
    'consent',
  ],
} as const satisfies Record<InquiryKind, readonly IntakeFieldName[]>;

type InquiryField = Extract<AnyIntakeField, { name: (typeof fieldsOfInquiry)[InquiryKind][number] }>;

const asks = (kind: InquiryKind, name: string): boolean => fieldsOfInquiry[kind].some((one) => one === name);

/** The fields that a form which reports no death may ask, of whichever kind it is. */
export const inquiryFieldData = (): readonly InquiryField[] =>
  intakeFieldData.filter(
    (field): field is InquiryField => asks('pre_need', field.name) || asks('obituary', field.name),
  );

/** The fields of a report that a form of this kind does not ask. */
export const leftByKind = (kind: InquiryKind): ReadonlySet<string> =>
  new Set(intakeFieldData.map(({ name }) => name).filter((name) => !asks(kind, name)));

import { type AnyIntakeField, type IntakeFieldName, intakeFieldData } from '#domain/intake/intake.sections.ts';

export const formKinds = ['at_need', 'pre_need', 'obituary'] as const;

export type FormKind = (typeof formKinds)[number];

export const formKindLabels: Readonly<Record<FormKind, string>> = {
  at_need: 'Report of a death',
  pre_need: 'Pre-need inquiry',
  obituary: 'Obituary details',
};

/** A form that reports no death. */
export type InquiryKind = Exclude<FormKind, 'at_need'>;

export const isInquiry = (kind: FormKind | undefined): kind is InquiryKind => kind !== undefined && kind !== 'at_need';

const whoAsks = [
  'submitter_email',
  'no_email',
  'submitter_phone',
  'informant_first_name',
  'informant_last_name',
] as const;

/** The fields of a report that each kind asks for; its other questions are the home's own. */
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

const asks = (kind: InquiryKind, name: string): boolean => fieldsOfInquiry[kind].some((field) => field === name);

export const inquiryFieldData = (): readonly InquiryField[] =>
  intakeFieldData.filter(
    (field): field is InquiryField => asks('pre_need', field.name) || asks('obituary', field.name),
  );

/** Returns the fields of a report that a form of this kind does not ask for. */
export const leftByKind = (kind: InquiryKind): ReadonlySet<string> =>
  new Set(intakeFieldData.map(({ name }) => name).filter((name) => !asks(kind, name)));

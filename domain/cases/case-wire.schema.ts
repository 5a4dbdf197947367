import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { type SentShape, sentValues, type WireShape, wireSecondNames, wireValues } from '#domain/shared/forms/wire.ts';
import { CaseStatus, PossibleDuplicateCase } from './case.schema.ts';
import { CaseNumberOverride } from './case-number.ts';
import { type CaseSectionId, fieldsOfSection, flatFields, type SectionField } from './sections/case-sections.ts';
import { sectionDefinitions } from './sections/section-definitions.ts';

/** The version that a section was read at; 0 of one that nobody had written. */
const sectionVersion = z.number().int().min(0);

type Sections<Section extends Record<CaseSectionId, z.ZodType>> = z.ZodObject<{
  [Id in CaseSectionId]: z.ZodOptional<Section[Id]>;
}>;

function eachSection<Section extends Record<CaseSectionId, z.ZodType>>(schemaOf: (id: CaseSectionId) => z.ZodType) {
  const shape = Object.fromEntries(sectionDefinitions.map(({ id }) => [id, schemaOf(id).optional()]));
  // The loop makes of each id what the type says of it.
  return z.object(shape) as unknown as Sections<Section>;
}

type WireSections = {
  [Id in CaseSectionId]: z.ZodObject<{ version: typeof version; values: z.ZodObject<WireShape<SectionField<Id>>> }>;
};

type SentSections = {
  [Id in CaseSectionId]: z.ZodObject<{
    version: z.ZodOptional<typeof sectionVersion>;
    values: z.ZodObject<SentShape<SectionField<Id>>>;
  }>;
};

/** Large schemas are built when they are first asked for, and once. */
const once = <T>(build: () => T): (() => T) => {
  let built: T | undefined;
  return () => (built ??= build());
};

/** The sections of a case, each with its values and the version they were read at. */
export const CaseSections = z.lazy(
  once(() => eachSection<WireSections>((id) => z.object({ version, values: wireValues(fieldsOfSection(id)) }))),
);

const caseObject = once(() =>
  wireValues(flatFields).extend({
    ...wireSecondNames(flatFields).shape,
    id: z.uuid(),
    case_number: z.string(),
    status: CaseStatus,
    version,
    created_at: Instant,
    updated_at: Instant,
    created_by_name: z.string().nullable(),
    deceased_full_name: z.string(),
    social_security_number: z.string().meta({ pattern: '^(XXX-XX-\\d{4})?$' }),
    funeral_home_id: z.uuid(),
    funeral_home_name: z.string(),
    source_submission_id: z.uuid().nullable(),
    source_first_call_id: z.uuid().nullable(),
    created_by_id: z.uuid().nullable(),
    /** Whether its deadlines run: of a completed or imported case once a person starts them. */
    deadlines_run: z.boolean(),
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    sections: CaseSections,
  }),
);

/**
 * A case as the wire carries it: its sections, each with its values and a version of its own, so that two people in
 * different sections never collide; and the documented flat view of the same values beside them, under the names of the
 * form and of the server's shape (D2 §3). The SSN is masked, always. Built when it is first asked for.
 */
export const Case = z.lazy(caseObject);
export type Case = z.output<typeof Case>;

/** A case that was opened just now, with others that may be about the same person. */
export const OpenedCase = z.lazy(() => caseObject().extend({ possible_duplicates: z.array(PossibleDuplicateCase) }));
export type OpenedCase = z.output<typeof OpenedCase>;

/** Sections as a client sends them, with the versions that it read. */
export const SentCaseSections = z.lazy(
  once(() =>
    eachSection<SentSections>((id) =>
      z.object({ version: sectionVersion.optional(), values: sentValues(fieldsOfSection(id)) }),
    ),
  ),
);

const sentCase = once(() =>
  sentValues(flatFields).extend({
    status: CaseStatus.optional(),
    sections: SentCaseSections.optional(),
  }),
);

/**
 * What a PATCH of a case may carry: sections with the versions they were read at, or fields of the flat view. A stale
 * version is answered 409; values are judged by the rules of their section, and what is no field is left.
 */
export const CasePatch = z.lazy(() => sentCase().extend({ version: version.optional() }));
export type CasePatch = z.output<typeof CasePatch>;

/** What a new case may carry: what a PATCH may, and what is decided once. A draft may lack anything but something (D2 §4). */
export const NewCase = z.lazy(() =>
  sentCase().extend({
    case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish(),
    /** The sheet that the case is opened from, which is converted with it (D2 §3). */
    source_first_call_id: idSchema('first-call', 'Invalid first call selection').nullish(),
  }),
);
export type NewCase = z.output<typeof NewCase>;

export const NamedCase = z.object({ id: z.uuid(), case_number: z.string() });

/** Why none of several cases was deleted: those with payments, and those that are neither drafts nor cancelled. */
export const UndeletableCases = z.object({
  success: z.literal(false),
  deleted_count: z.number().int(),
  hasPayments: z.literal(true).optional(),
  casesWithPayments: z.array(NamedCase).optional(),
  blocked: z.array(NamedCase),
});

import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { type SentShape, sentValues, type WireShape, wireSecondNames, wireValues } from '#domain/shared/forms/wire.ts';
import { CaseStatus, PossibleDuplicateCase } from './case.schema.ts';
import { CaseNumberOverride } from './case-number.ts';
import { type CaseSectionId, fieldsOfSection, flatFields, type SectionField } from './sections/case-sections.ts';
import { sectionDefinitions } from './sections/section-definitions.ts';

/** The version at which a section was read; 0 if it was never written. */
const sectionVersion = z.number().int().min(0);

type Sections<Section extends Record<CaseSectionId, z.ZodType>> = z.ZodObject<{
  [Id in CaseSectionId]: z.ZodOptional<Section[Id]>;
}>;

function eachSection<Section extends Record<CaseSectionId, z.ZodType>>(schemaOf: (id: CaseSectionId) => z.ZodType) {
  const shape = Object.fromEntries(sectionDefinitions.map(({ id }) => [id, schemaOf(id).optional()]));
  // The loop cannot express that each id gets its own section.
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

/** Large schemas are built once, when first used. */
const once = <T>(build: () => T): (() => T) => {
  let built: T | undefined;
  return () => (built ??= build());
};

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
    deadlines_run: z.boolean(),
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    sections: CaseSections,
  }),
);

/** A case in sections, whose own versions avoid conflicts, and flat (D2 §3). The SSN is always masked. */
export const Case = z.lazy(caseObject);
export type Case = z.output<typeof Case>;

export const OpenedCase = z.lazy(() => caseObject().extend({ possible_duplicates: z.array(PossibleDuplicateCase) }));
export type OpenedCase = z.output<typeof OpenedCase>;

export const SentCaseSections = z.lazy(
  once(() =>
    eachSection<SentSections>((id) =>
      z.object({ version: sectionVersion.optional(), values: sentValues(fieldsOfSection(id)) }),
    ),
  ),
);

const sentCase = once(() =>
  sentValues(flatFields).extend({ status: CaseStatus.optional(), sections: SentCaseSections.optional() }),
);

/** A stale version gets a 409; unknown names are ignored. */
export const CasePatch = z.lazy(() => sentCase().extend({ version: version.optional() }));
export type CasePatch = z.output<typeof CasePatch>;

export const NewCase = z.lazy(() =>
  sentCase().extend({
    case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish(),
    source_first_call_id: idSchema('first-call', 'Invalid first call selection').nullish(),
  }),
);
export type NewCase = z.output<typeof NewCase>;

export const NamedCase = z.object({ id: z.uuid(), case_number: z.string() });

export const UndeletableCases = z.object({
  success: z.literal(false),
  deleted_count: z.number().int(),
  hasPayments: z.literal(true).optional(),
  casesWithPayments: z.array(NamedCase).optional(),
  blocked: z.array(NamedCase),
});

import * as z from 'zod';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { LawSource } from '#domain/deadlines/deadline.schema.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { signerStates } from './authorization.ts';
import { agreements } from './authorization-rules.ts';
import {
  answerFields,
  gateOverrideFields,
  identificationFields,
  objectionFields,
  settlementFields,
  stepFields,
} from './gate.fields.ts';
import { checks, gates, receivers, steps } from './gate-names.ts';

/** An instant, and local to the case's home. */
const [recorded, local] = [{ by_name: z.string().nullable(), recorded_at: Instant }, { at: z.string() }];

export const GateCheck = z.object({
  check: z.enum(checks),
  title: z.string(),
  state: z.enum(['missing', 'overridden', 'met', 'not_needed']),
  /** Who and when, what is missing, or why it is not needed. */
  text: z.string(),
  source: LawSource.nullable(),
  /** The place of its fix, or the record that proves it. */
  place: z.object({
    section: z.enum(caseSections.map(({ id }) => id)).nullable(),
    field: z.string().nullable(),
    permit_id: z.uuid().nullable(),
    envelope_id: z.uuid().nullable(),
    record: z.enum(['identification', 'objection', 'authorization', 'effects']).nullable(),
  }),
  override: z
    .object({
      reason: z.string(),
      by_name: z.string().nullable(),
      second_name: z.string(),
      at: Instant,
      second_id: z.uuid(),
      /** When the second person confirmed it in a session of their own; null before. */
      confirmed_at: Instant.nullable(),
    })
    .nullable(),
});
export type GateCheck = z.output<typeof GateCheck>;

/** The gates of a case now, with what was recorded at them. */
export const CaseGates = z.object({
  method: z.object({ value: z.string(), label: z.string(), is_proposed: z.boolean() }),
  planned: z.object({ date: z.iso.date(), time: z.string().nullable() }).nullable(),
  /** The gate of the step that ends the case; null while the method is unknown. */
  last_gate: z.enum(gates).nullable(),
  gates: z.array(
    z.object({
      gate: z.enum(gates),
      title: z.string(),
      /** Judged at the planned moment, because it is still to come. */
      is_at_plan: z.boolean(),
      /** Met and overridden, of those that are needed. */
      done: z.number().int(),
      of: z.number().int(),
      /** Missing first, then overridden, met and not needed. */
      checks: z.array(GateCheck),
    }),
  ),
  embalming: z.object({
    answer: z.enum(['approved', 'refused', 'not_asked']),
    by: z.string(),
    /** A day, or ''. */
    on: z.string(),
    how: z.string(),
    /** Who recorded the answer, and when; null if no one did, or in an older case. */
    recorded: z.object({ by_name: z.string().nullable(), at: Instant }).nullable(),
  }),
  authorization: z.object({
    /** Code of the state with the rule; '' if the general list applies. */
    state: z.string(),
    who: z.string(),
    agreement: z.enum(agreements),
    needed: z.number().int(),
    signed: z.number().int(),
    is_complete: z.boolean(),
    signers: z.array(
      z.object({
        name: z.string(),
        relationship: z.string(),
        state: z.enum(signerStates),
        at: Instant.nullable(),
        note: z.string(),
        envelope_id: z.uuid().nullable(),
      }),
    ),
    /** People of the case who are not asked. */
    others: z.array(z.string()),
    statements: z.array(z.string()),
    waiver: z.string(),
    also: z.string(),
    source: LawSource,
    order_source: LawSource,
  }),
  identification: z
    .object({
      identified_by: z.string(),
      relationship: z.string(),
      how: z.string(),
      note: z.string(),
      ...local,
      ...recorded,
    })
    .nullable(),
  objections: z.array(
    z.object({
      id: z.uuid(),
      raised_by: z.string(),
      text: z.string(),
      ...local,
      ...recorded,
      settled: z.object({ text: z.string(), by_name: z.string().nullable(), at: Instant }).nullable(),
    }),
  ),
  steps: z.array(
    z.object({
      step: z.enum(steps),
      receiver: z.enum(receivers).nullable(),
      place: z.string(),
      note: z.string(),
      ...local,
      ...recorded,
    }),
  ),
});
export type CaseGates = z.output<typeof CaseGates>;

/** The fields' own rules validate blanks and formats. */
export const SentIdentification = z.lazy(() => sentValues(identificationFields));
export const SentObjection = z.lazy(() => sentValues(objectionFields));
export const SentSettlement = z.lazy(() => sentValues(settlementFields));
export const SentAnswer = z.lazy(() => sentValues(answerFields));
export const SentGateOverride = z.lazy(() =>
  sentValues(gateOverrideFields).extend({ second_person: idSchema('profile').nullish() }),
);
export const SentStep = z.lazy(() => sentValues(stepFields));

/** The checks that keep a step from being recorded. */
export const MissingChecks = z.object({ missing: z.array(GateCheck) });

export const gateOfCase = z.object({ id: idSchema('case'), gate: z.enum(gates) });
export const checkOfCase = gateOfCase.extend({ check: z.enum(checks) });
export const stepOfCase = z.object({ id: idSchema('case'), step: z.enum(steps) });
export const objectionOfCase = z.object({ id: idSchema('case'), objectionId: idSchema('objection') });

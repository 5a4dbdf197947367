import type { Case } from '#domain/cases/case-wire.schema.ts';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import {
  answerFields,
  cleanGateEntry,
  type GateCondition,
  gateOverrideFields,
  identificationFields,
  objectionFields,
  settlementFields,
  stepFields,
} from '#domain/gates/gate.fields.ts';
import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import {
  type Check,
  type Gate,
  gateLabels,
  gateOfStep,
  type Receiver,
  receiverOf,
  type Step,
} from '#domain/gates/gate-names.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { FieldOption, FormField } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDateTime } from '#domain/shared/values/date-time.ts';
import { paths } from '../paths.ts';
import { pathOfCheck } from './parts/gate-text.tsx';

/** A record that a person makes at the checks of a case. */
export type GateRecord =
  | { readonly kind: 'identification' }
  | { readonly kind: 'objection' }
  | { readonly kind: 'settlement'; readonly objection: CaseGates['objections'][number] }
  | { readonly kind: 'answer'; readonly person?: string }
  | OverrideRecord
  | { readonly kind: 'step'; readonly step: Step; readonly receiver?: Receiver };

/** An override of a check that is missing now, or was at the time of a step. */
interface OverrideRecord {
  readonly kind: 'override';
  readonly gate: Gate;
  readonly missing: readonly GateCheck[];
  readonly at?: string;
}

type EntryField = FormField<string, GateCondition> & { readonly suggestions?: readonly string[] };

interface Entry {
  readonly title: string;
  readonly lead?: string;
  readonly fields: readonly EntryField[];
  /** Known from where it was opened, and not asked. */
  readonly hidden?: readonly string[];
  readonly start: Readonly<Record<string, string>>;
  readonly submit: string;
  readonly done: string;
  readonly send: (call: Call, values: Values, idempotencyKey: string) => Promise<CaseGates>;
}

export interface EntryContext {
  readonly caseRecord: Case;
  readonly gates: CaseGates;
  /** On the clock of the home, YYYY-MM-DDTHH:MM. */
  readonly now: string;
  /** Who can be the second person. */
  readonly members: readonly FieldOption[];
}

/** Replaces how a field of the form is asked. */
const asking = (fields: readonly EntryField[], changes: Readonly<Record<string, Partial<EntryField>>>): EntryField[] =>
  fields.map((field) => ({ ...field, ...changes[field.name] }));

const blank = (fields: readonly EntryField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, '']));

const stepVerbs: Readonly<Record<Step, string>> = {
  released: 'release',
  cremated: 'cremation',
  buried: 'burial',
  donated: 'donation',
};

const placeOfStep = ({ crematory_name, cemetery_name, disposition_place }: Case, step: Step): string =>
  asString(step === 'cremated' ? crematory_name : step === 'buried' ? cemetery_name : disposition_place);

/** Returns the form of a record with what is known already. */
export const entryOf = (record: GateRecord, { caseRecord, gates, now, members }: EntryContext): Entry => {
  const params = { id: caseRecord.id };
  const { signers, others } = gates.authorization;
  const names = [...signers.map(({ name }) => name), ...others];
  if (record.kind === 'identification') {
    const { identified_by = '', relationship = '', how = '', note = '', at } = gates.identification ?? {};
    return {
      title: 'Record identification',
      fields: asking(identificationFields, { identified_by: { suggestions: names } }),
      start: { identified_by, relationship, how, note, happened_at: at ?? now },
      submit: 'Record',
      done: 'Identification recorded',
      send: (call, values) =>
        call(gateEndpoints.identify, { params, body: cleanGateEntry(identificationFields, values) }),
    };
  }
  if (record.kind === 'objection')
    return {
      title: 'Record objection',
      fields: asking(objectionFields, { raised_by: { suggestions: names } }),
      start: { ...blank(objectionFields), happened_at: now },
      submit: 'Record',
      done: 'Objection recorded',
      send: (call, values, idempotencyKey) =>
        call(gateEndpoints.object, { params, body: cleanGateEntry(objectionFields, values) }, { idempotencyKey }),
    };
  if (record.kind === 'settlement') {
    const { id: objectionId, raised_by, text, at } = record.objection;
    return {
      title: 'Settle objection',
      lead: `${raised_by}, ${formatDateTime(at)}: “${text}”`,
      fields: settlementFields,
      start: blank(settlementFields),
      submit: 'Settle',
      done: 'Objection settled',
      send: (call, values) =>
        call(gateEndpoints.settle, {
          params: { ...params, objectionId },
          body: cleanGateEntry(settlementFields, values),
        }),
    };
  }
  if (record.kind === 'answer') {
    const { person = '' } = record;
    const options = names.map((name) => ({ value: name, label: name }));
    return {
      title: person ? `Answer of ${person}` : 'Record answer',
      fields: asking(answerFields, {
        person: { kind: 'select', options },
        answer: { kind: 'radio' },
        name_on_paper: { help: 'Exactly as it is written there.' },
      }),
      ...(person && { hidden: ['person'] }),
      start: { ...blank(answerFields), person },
      submit: 'Record answer',
      done: 'Answer recorded',
      send: (call, values, idempotencyKey) =>
        call(gateEndpoints.answer, { params, body: cleanGateEntry(answerFields, values) }, { idempotencyKey }),
    };
  }
  if (record.kind === 'override') {
    const { gate, at = '' } = record;
    const options = record.missing.map(({ check, title }) => ({ value: check, label: title }));
    return {
      title: 'Override a check',
      lead: 'Both names and the reason stay on the record, and the owner is notified. The check does not count as met.',
      fields: asking(gateOverrideFields, {
        check: { options },
        second_person: {
          kind: 'select',
          options: members,
          help: 'A director or administrator who has seen the case and agrees. They can confirm it in their own session.',
        },
      }),
      hidden: ['happened_at'],
      start: {
        ...blank(gateOverrideFields),
        check: options.length === 1 ? (options[0]?.value ?? '') : '',
        happened_at: at,
      },
      submit: 'Override',
      done: 'Check overridden. The owner is notified.',
      send: (call, values, idempotencyKey) =>
        call(
          gateEndpoints.override,
          { params: { ...params, gate }, body: cleanGateEntry(gateOverrideFields, values) },
          { idempotencyKey },
        ),
    };
  }
  const { step } = record;
  const before = gates.steps.findLast((one) => one.step === step);
  const planned = gates.planned?.time ? `${gates.planned.date}T${gates.planned.time}` : now;
  return {
    title: `Record ${stepVerbs[step]}`,
    lead: `${gateLabels[gateOfStep[step]]} cannot be undone. The checks are judged as of that time.`,
    fields: stepFields,
    hidden: ['step'],
    start: {
      step,
      receiver: step === 'released' ? (before?.receiver ?? record.receiver ?? receiverOf(gates.method.value)) : '',
      happened_at: before?.at ?? (planned < now ? planned : now),
      place: before?.place ?? (record.receiver ? '' : placeOfStep(caseRecord, step)),
      note: before?.note ?? '',
    },
    submit: `Record ${stepVerbs[step]}`,
    done: `${gateLabels[gateOfStep[step]]} recorded`,
    send: (call, values, idempotencyKey) =>
      call(gateEndpoints.record, { params, body: cleanGateEntry(stepFields, values) }, { idempotencyKey }),
  };
};

/** The fix of a missing check, and the name of the record of any other. */
const labels: Readonly<Record<Check, readonly [fix: string, record: string]>> = {
  method: ['Choose method', 'Method'],
  identified: ['Record identification', 'Identification'],
  embalming: ['Record answer', 'Approval'],
  authorization: ['Record answer', 'Record answer'],
  objection: ['Settle', 'Record objection'],
  permit: ['Open permits', 'Permits'],
  examiner: ['Record clearance', 'Clearance'],
  wait: ['Check time of death', 'Time of death'],
  pacemaker: ['Record pacemaker', 'Pacemaker'],
  precautions: ['Record precautions', 'Precautions'],
  effects: ['Record decision', 'Decision'],
  names: ['Compare names', 'Names'],
};

const recordOf = ({ place: { record }, state }: GateCheck, gates: CaseGates): GateRecord | undefined => {
  if (record === 'authorization') return { kind: 'answer' };
  if (record !== 'objection') return record && record !== 'effects' ? { kind: record } : undefined;
  const objection = state === 'missing' && gates.objections.find(({ settled }) => settled === null);
  return objection ? { kind: 'settlement', objection } : { kind: 'objection' };
};

interface Fix {
  readonly label: string;
  /** The place of the fix or the record. */
  readonly to?: string;
  /** The dialog of this page instead. */
  readonly record?: GateRecord;
}

/** Returns the fix of a missing check, or the record of any other; no place for one without a record. */
export const fixOf = (
  check: GateCheck,
  { caseId, gates, gate, isFixable }: { caseId: string; gates: CaseGates; gate: Gate; isFixable: boolean },
): Fix => {
  const [fix, name] = labels[check.check];
  const { place } = check;
  const label = isFixable ? fix : name;
  if (place.record === 'authorization' && gates.authorization.signers.length === 0)
    return { label: isFixable ? 'Add next of kin' : 'Next of kin', to: `${paths.case(caseId)}?section=informant` };
  const record = recordOf(check, gates);
  if (record) return { label, record };
  if (!Object.values(place).some(Boolean)) return { label };
  const isRemoval = isFixable && place.field === 'pacemaker_removed_by';
  return { label: isRemoval ? 'Record removal' : label, to: pathOfCheck(caseId, check, gate) };
};

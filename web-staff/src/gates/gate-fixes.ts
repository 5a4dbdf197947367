import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import type { Check, Gate } from '#domain/gates/gate-names.ts';
import { paths } from '../paths.ts';
import type { GateRecord } from './gate-entry.ts';
import { pathOfCheck } from './parts/gate-text.ts';

/** What mends a missing check, and the record that any other is about. */
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
  if (record !== 'objection') return record ? { kind: record } : undefined;
  const objection = state === 'missing' && gates.objections.find(({ settled }) => settled === null);
  return objection ? { kind: 'settlement', objection } : { kind: 'objection' };
};

interface Fix {
  readonly label: string;
  /** Where it is mended. */
  readonly to?: string;
  /** What is recorded on this page instead. */
  readonly record?: GateRecord;
}

/** Returns how a missing check is mended, or where the record of any other is; no place for one without a record. */
export const fixOf = (
  check: GateCheck,
  { caseId, gates, gate }: { caseId: string; gates: CaseGates; gate: Gate },
): Fix => {
  const [fix, name] = labels[check.check];
  const { place, state } = check;
  const label = state === 'missing' ? fix : name;
  if (place.record === 'authorization' && gates.authorization.signers.length === 0)
    return { label: 'Add next of kin', to: `${paths.case(caseId)}?section=informant` };
  const record = recordOf(check, gates);
  if (record) return { label, record };
  if (!Object.values(place).some(Boolean)) return { label };
  const isRemoval = state === 'missing' && place.field === 'pacemaker_removed_by';
  return { label: isRemoval ? 'Record removal' : label, to: pathOfCheck(caseId, check, gate) };
};

import {
  type DispositionMethod,
  isInCemetery,
  leavesAshes,
} from '#domain/shared/reference-data/disposition-methods.ts';

/** In the order of a case's life. */
export const gates = ['preparation', 'viewing', 'release', 'cremation', 'burial'] as const;
export type Gate = (typeof gates)[number];

export const gateLabels: Readonly<Record<Gate, string>> = {
  preparation: 'Preparation',
  viewing: 'Viewing',
  release: 'Release',
  cremation: 'Cremation',
  burial: 'Burial',
};

export const checks = [
  'method',
  'identified',
  'embalming',
  'authorization',
  'objection',
  'permit',
  'examiner',
  'wait',
  'pacemaker',
  'precautions',
  'effects',
  'names',
] as const;
export type Check = (typeof checks)[number];

export const checkLabels: Readonly<Record<Check, string>> = {
  method: 'Method agreed',
  identified: 'Identified',
  embalming: 'Embalming approved',
  authorization: 'Authorization signed',
  objection: 'No open objection',
  permit: 'Permit that allows it',
  examiner: 'Medical examiner’s clearance',
  wait: 'Waiting period over',
  pacemaker: 'Pacemaker removed',
  precautions: 'Precautions known',
  effects: 'Personal effects decided',
  names: 'Same name on all papers',
};

/** Before the preparation a pacemaker has to be known, not removed. */
export const labelOfCheck = (check: Check, gate: Gate): string =>
  check === 'pacemaker' && gate === 'preparation' ? 'Pacemaker known' : checkLabels[check];

/** Steps that cannot be undone. */
export const steps = ['released', 'cremated', 'buried', 'donated'] as const;
export type Step = (typeof steps)[number];

export const stepLabels: Readonly<Record<Step, string>> = {
  released: 'Released',
  cremated: 'Cremated',
  buried: 'Buried',
  donated: 'Donated',
};

/** Who receives the body; a release asks for what its receiver needs. */
export const receivers = ['crematory', 'cemetery', 'program', 'firm', 'family'] as const;
export type Receiver = (typeof receivers)[number];

export const receiverLabels: Readonly<Record<Receiver, string>> = {
  crematory: 'A crematory',
  cemetery: 'A cemetery',
  program: 'A donation program',
  firm: 'Another funeral home',
  family: 'The family or someone else',
};

/** Returns who receives the body by the method. */
export const receiverOf = (method: string): Receiver => {
  if (leavesAshes(method)) return 'crematory';
  if (isInCemetery(method)) return 'cemetery';
  return method === 'donation' ? 'program' : method === 'removal_from_state' ? 'firm' : 'family';
};

/** The gate that each step must pass. */
export const gateOfStep: Readonly<Record<Step, Gate>> = {
  released: 'release',
  cremated: 'cremation',
  buried: 'burial',
  donated: 'release',
};

const beforeAshes = [
  'authorization',
  'objection',
  'permit',
  'examiner',
  'wait',
  'pacemaker',
  'effects',
  'names',
] as const;
const beforeGrave = ['objection', 'permit', 'examiner', 'effects', 'names'] as const;

/**
 * Returns the checks of a gate. The crematory waits itself, so a release does not. Another funeral home collects
 * authorization and permit itself, unless the method is to remove the body from the state.
 */
export const checksOf = (
  gate: Gate,
  method: DispositionMethod | '',
  receiver: Receiver = receiverOf(method),
): readonly Check[] => {
  if (gate === 'preparation') return ['identified', 'embalming', 'objection', 'examiner', 'pacemaker', 'precautions'];
  if (gate === 'viewing') return ['identified', 'embalming', 'objection', 'examiner'];
  if (gate === 'cremation') return ['method', 'identified', ...beforeAshes];
  if (gate === 'release' && receiver === 'firm' && method !== 'removal_from_state')
    return ['identified', 'objection', 'examiner', 'effects'];
  const list = gate === 'release' && leavesAshes(method) ? beforeAshes : beforeGrave;
  return ['method', 'identified', ...list.filter((check) => check !== 'wait')];
};

/** Returns the gates of a case by its method. */
export const gatesOfMethod = (method: DispositionMethod | ''): readonly Gate[] => {
  if (isInCemetery(method)) return ['preparation', 'viewing', 'burial'];
  return leavesAshes(method)
    ? ['preparation', 'viewing', 'release', 'cremation']
    : ['preparation', 'viewing', 'release'];
};

/** Returns the gate of the step that ends a case; none while the method is unknown. */
export const lastGateOf = (method: DispositionMethod | ''): Gate | undefined =>
  method === '' ? undefined : gatesOfMethod(method).at(-1);

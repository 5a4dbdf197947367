import { type FieldOption, isBlank } from '#domain/shared/forms/field.ts';

export const dispositionMethods = [
  { value: 'burial', label: 'Burial' },
  { value: 'cremation', label: 'Cremation' },
  { value: 'entombment', label: 'Entombment' },
  { value: 'donation', label: 'Donation' },
  { value: 'removal_from_state', label: 'Removal from state' },
  { value: 'alkaline_hydrolysis', label: 'Alkaline hydrolysis' },
  { value: 'natural_organic_reduction', label: 'Natural organic reduction' },
  { value: 'other', label: 'Other' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];
export type DispositionMethod = (typeof dispositionMethods)[number]['value'];

/** The method of services that leave only one. */
const proposals: Readonly<Record<string, DispositionMethod>> = {
  cremation: 'cremation',
  direct_cremation: 'cremation',
  direct_burial: 'burial',
  graveside: 'burial',
};

/** Returns the only method that a type of service leaves; undefined for a type that leaves it open. */
export const proposedMethod = (serviceType: unknown): DispositionMethod | undefined => proposals[`${serviceType}`];

/** Returns the method of disposition that was entered, else the proposal of the service; '' while it is unknown. */
export const methodOf = (service: Readonly<Record<string, unknown>>): DispositionMethod | '' => {
  const { disposition_method: entered, service_type: type } = service;
  const known =
    isBlank(entered) || entered === 'unknown' ? undefined : dispositionMethods.find(({ value }) => value === entered);
  return known?.value ?? proposedMethod(type) ?? '';
};

/** Methods that leave ashes or soil and follow the law of cremations. */
export const leavesAshes = (method: string): boolean =>
  method === 'cremation' || method === 'alkaline_hydrolysis' || method === 'natural_organic_reduction';

/** Methods that place the body in a cemetery. */
export const isInCemetery = (method: string): boolean => method === 'burial' || method === 'entombment';

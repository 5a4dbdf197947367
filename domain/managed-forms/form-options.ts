import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import { type FormKind, isInquiry, leftByKind } from './form-kinds.ts';

/** The parts that a home may omit. The death certificate or the first call needs all others. */
export const optionalParts = ['cemetery', 'contact_time', 'special_requests', 'alias'] as const;

export type OptionalPart = (typeof optionalParts)[number];

const fieldsOf: Record<OptionalPart, readonly IntakeFieldName[]> = {
  cemetery: [
    'cemetery_choice',
    'cemetery_name',
    'cemetery_street',
    'cemetery_apt',
    'cemetery_city',
    'cemetery_state',
    'cemetery_zip',
    'cemetery_country',
  ],
  contact_time: ['preferred_contact_time'],
  special_requests: ['special_requests'],
  alias: ['alias'],
};

/** A cemetery of the home's own list; `cost` is a decimal amount such as 4800.00. */
export interface OwnCemetery {
  readonly id: string;
  readonly name: string;
  readonly cost: string | null;
  readonly note: string;
  readonly note_spanish: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** The differences of a home's form from the default form. */
export interface FormShape {
  readonly kind?: FormKind;
  readonly switched_off: readonly OptionalPart[];
  /** Replaces the twelve default choices; null for those. */
  readonly cemeteries: readonly OwnCemetery[] | null;
}

/** Returns the value of a choice of the home's own cemetery; it is sent as "other" with its details. */
export const ownChoice = ({ id }: Pick<OwnCemetery, 'id'>): string => `own:${id}`;

export function ownCemetery(shape: FormShape | undefined, choice: unknown): OwnCemetery | undefined {
  return shape?.cemeteries?.find((cemetery) => ownChoice(cemetery) === choice);
}

/** Returns the fields that the form omits for these values. */
export function leftOut(shape: FormShape | undefined, values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  if (isInquiry(shape?.kind)) return leftByKind(shape.kind);
  const parts = (shape?.switched_off ?? []).flatMap((part) => fieldsOf[part]);
  const known = ownCemetery(shape, values.cemetery_choice) ? fieldsOf.cemetery.slice(1) : [];
  return new Set([...parts, ...known]);
}

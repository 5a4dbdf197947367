import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import { type FormKind, isInquiry, leftByKind } from './form-kinds.ts';

/**
 * What of the form a home may leave out. Everything else stands in the certificate or is needed to take up a death:
 * it is not here, and so cannot be switched off.
 */
export const optionalParts = ['cemetery', 'contact_time', 'special_requests', 'alias'] as const;

export type OptionalPart = (typeof optionalParts)[number];

/** The fields of each part. Left out, a field sends its default. */
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

/** How a home's form differs from the form that every home has. */
export interface FormShape {
  /** A report of a death where nothing is said. */
  readonly kind?: FormKind;
  readonly switched_off: readonly OptionalPart[];
  /** In place of the twelve choices; null for those. */
  readonly cemeteries: readonly OwnCemetery[] | null;
}

/** A choice among the home's own cemeteries, as the form holds it; it is sent as "other" with its details. */
export const ownChoice = ({ id }: Pick<OwnCemetery, 'id'>): string => `own:${id}`;

/** The home's own cemetery that is chosen. */
export function ownCemetery(shape: FormShape | undefined, choice: unknown): OwnCemetery | undefined {
  return shape?.cemeteries?.find((one) => ownChoice(one) === choice);
}

/** The fields that the form leaves out, for these values of it. */
export function leftOut(shape: FormShape | undefined, values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  if (isInquiry(shape?.kind)) return leftByKind(shape.kind);
  const parts = (shape?.switched_off ?? []).flatMap((part) => fieldsOf[part]);
  const known = ownCemetery(shape, values.cemetery_choice) ? fieldsOf.cemetery.slice(1) : [];
  return new Set([...parts, ...known]);
}

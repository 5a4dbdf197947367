import type { Values } from '#domain/shared/forms/rules.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import type { CaseStatus } from './case.schema.ts';
import type { SectionValues } from './case-rules.ts';

/** What a case keeps beside its sections, as far as people see it. */
export interface CaseCore {
  readonly id: string;
  readonly case_number: string;
  readonly status: CaseStatus;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by_name: string | null;
  readonly funeral_home_id: string;
  readonly funeral_home_name: string;
  readonly home_state?: string | undefined;
  readonly home_time_zone?: string | undefined;
  readonly deadlines_run?: boolean | null | undefined;
  readonly source_submission_id: string | null;
  readonly source_first_call_id?: string | null;
  readonly created_by_id?: string | null;
  readonly ssn_last4: string | null;
  readonly cancelled_at?: string | null;
  readonly cancelled_by_name?: string | null;
  readonly cancellation_reason?: string | null;
  /** What was received so far; absent before the first payment. */
  readonly paid_cents?: number;
}

/** The sections of a case as they are stored. */
export type StoredSections = Readonly<Record<string, { readonly version: number; readonly values: Values }>>;

/** Fields whose values no section stores: a number is sealed in an item of its own, the others stand in the core. */
const keptBeside = new Set(['social_security_number', 'location', 'total_paid', 'cancellation_reason']);

/** Whether a field's value is kept beside the sections. */
export function isCoreField(name: string): boolean {
  return keptBeside.has(name);
}

/**
 * The values of a case by section with those that its core keeps: the masked number, the assigned location, the sum paid,
 * the reason of its cancellation.
 */
export function sectionsWithCoreValues(core: CaseCore, stored: StoredSections): SectionValues {
  const kept: SectionValues = Object.fromEntries(Object.entries(stored).map(([id, { values }]) => [id, values]));
  const masked = core.ssn_last4 ? { social_security_number: maskSsn(core.ssn_last4) } : {};
  const reason = core.cancellation_reason ? { cancellation_reason: core.cancellation_reason } : {};
  const paid = core.paid_cents === undefined ? {} : { total_paid: toDecimal(core.paid_cents) };
  return {
    ...kept,
    deceased: { ...kept.deceased, ...masked },
    service: { ...kept.service, location: core.funeral_home_id },
    financial: { ...kept.financial, ...paid },
    notes: { ...kept.notes, ...reason },
  };
}

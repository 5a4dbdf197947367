import { effectsOf } from '#domain/care/personal-effects.ts';
import type { CopyEntry } from '#domain/certificates/certificate.endpoints.ts';
import { authorizationOf } from '#domain/gates/authorization.ts';
import { type EntryOf, entriesOf } from '#domain/gates/gate-entries.ts';
import type { GateFacts } from '#domain/gates/gate-facts.ts';
import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { isVoidPermit } from '#domain/permits/permit-names.ts';
import type { TaskFact } from './checklist.ts';

/** The time of recording and the name of the person; '' where the record has none. */
export interface Met {
  readonly at: string;
  readonly by_name: string;
}
export type MetFacts = Partial<Record<TaskFact, Met>>;

/** Records of a case that state facts; lists are in any order. */
export interface RecordedFacts {
  readonly gates: GateFacts;
  readonly isCompleted: boolean;
  readonly hasStatement: boolean;
  readonly hasPayment: boolean;
  readonly permits: readonly (Made & Pick<Permit, 'permit_name' | 'returned_date' | 'updated_at'>)[];
  readonly copies: readonly (Made & Pick<CopyEntry, 'move'>)[];
  readonly custody: readonly {
    readonly to: { readonly kind: string } | null;
    readonly recorded_at: string;
    readonly recorded_by_name: string;
  }[];
  /** Photos of the person, without those that identify a body. */
  readonly photos: readonly Recorded[];
  /** Signature requests that everyone signed. */
  readonly signed: readonly Recorded[];
}
interface Recorded {
  readonly at: string;
  readonly by_name: string | null;
}
type Made = Pick<CopyEntry, 'created_at' | 'created_by_name'>;

const earliest = (found: readonly Recorded[]): Met | undefined => {
  const [first] = found.toSorted((a, b) => a.at.localeCompare(b.at));
  return first && { at: first.at, by_name: first.by_name ?? '' };
};

type Entry = EntryOf<'identification'> | EntryOf<'step'>;
const asRecorded = ({ recorded_at: at, by_name }: Entry): Recorded => ({ at, by_name });
const asMade = ({ created_at: at, created_by_name: by_name }: Made): Recorded => ({ at, by_name });

/** The boxes and dates of the form that state a fact, any of several; they say neither who nor when. */
const fieldsOf = {
  embalming_answered: ['disclosuresAgreement.embalming_approved_on', 'disclosuresAgreement.embalming_refused_on'],
  price_list_given: ['disclosuresAgreement.price_list_given_on'],
  certificate_delivered: ['deathCertificate.dc_delivered_to_doctor_date'],
  certified: ['deathCertificate.dc_doctor_completed'],
  filed: ['deathCertificate.dc_county_completed'],
  social_security_notified: ['deathCertificate.ssa_notification_date', 'medical.ssa_notification_date'],
  obituary_written: ['obituary.obituary_text'],
  discharge_collected: ['veteran.dd214_collected'],
  urn_ordered: ['medical.urn_ordered'],
  follow_up_call: ['innerOffice.follow_up_call_made'],
  follow_up_letter: ['innerOffice.follow_up_letter_sent'],
} as const satisfies Partial<Record<TaskFact, readonly string[]>>;

const isEntered = (value: unknown): boolean => value === true || (typeof value === 'string' && value.trim() !== '');

/** Returns the facts of a case that complete tasks. `now` replaces a time that no record has. */
export function metFacts(facts: RecordedFacts, now: string): MetFacts {
  const { gates } = facts;
  const { sections, entries } = gates;
  const valueAt = (path: string): unknown => {
    const [section = '', field = ''] = path.split('.');
    return sections[section]?.[field];
  };
  const stated = (isTrue: boolean): Met | undefined => (isTrue ? { at: now, by_name: '' } : undefined);
  const permits = facts.permits.filter(({ permit_name }) => !isVoidPermit(permit_name));
  const moved = (move: string) => earliest(facts.copies.filter((copy) => copy.move === move).map(asMade));
  const custody = facts.custody.map(({ to, recorded_at: at, recorded_by_name: by_name }) => ({ to, at, by_name }));
  const effects = effectsOf(gates.effects).filter(({ count }) => count > 0);
  const isSigned = gates.signatures.some(({ signed_at }) => signed_at) || entriesOf(entries, 'answer').length > 0;
  const found: Partial<Record<TaskFact, Met | undefined>> = {
    ...Object.fromEntries(
      Object.entries(fieldsOf).map(([fact, paths]) => [fact, stated(paths.some((path) => isEntered(valueAt(path))))]),
    ),
    into_care: earliest(custody),
    into_cooler: earliest(custody.filter(({ to }) => to?.kind === 'cooler')),
    identified: earliest(entriesOf(entries, 'identification').map(asRecorded)),
    disposition_recorded: earliest(entriesOf(entries, 'step').map(asRecorded)),
    photo_added: earliest(facts.photos),
    effects_decided: stated(
      effects.length > 0
        ? effects.every(({ decision, returned }) => decision !== null || returned !== null)
        : isEntered(sections.innerOffice?.personal_effects_decision),
    ),
    statement_finalized: stated(facts.hasStatement),
    payment_recorded: stated(facts.hasPayment),
    authorization_signed: stated(isSigned && authorizationOf(gates).isComplete),
    envelope_completed: earliest(facts.signed),
    permit_added: earliest(permits.map(asMade)),
    permit_returned: earliest(
      permits
        .filter(({ returned_date }) => returned_date)
        .map(({ updated_at: at, created_by_name: by_name }) => ({ at, by_name })),
    ),
    copies_ordered: moved('ordered'),
    copies_received: moved('received'),
    copies_handed_out: moved('handed_out'),
    service_scheduled: stated(
      isEntered(sections.service?.service_date) && isEntered(sections.service?.service_location),
    ),
    case_completed: stated(facts.isCompleted),
  };
  return Object.fromEntries(Object.entries(found).filter(([, met]) => met !== undefined)) as MetFacts;
}

import type { EffectEntry } from '#domain/care/personal-effects.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import type { Relative } from '#domain/cases/right-of-disposition/order-of-priority.ts';
import { type DeadlineFacts, factsOf } from '#domain/deadlines/deadline-facts.ts';
import type { DeadlineOverride } from '#domain/deadlines/obligations.ts';
import type { Moment } from '#domain/deadlines/rule-builders.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type DispositionMethod, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { GateEntry, SignedPaper } from './gate-entries.ts';

type Sections = Readonly<Record<string, Values | undefined>>;

export interface PermitOfGate {
  readonly id: string;
  readonly permit_name: string;
  readonly permit_number: string;
  readonly name_on_permit: string;
  readonly issue_date: string | null;
  readonly expiry_date: string | null;
  readonly returned_date: string | null;
}

/** All that decides the checks of a case. */
export interface GateFacts {
  readonly sections: Sections;
  readonly deadlines: DeadlineFacts;
  /** Decisions about deadlines, such as a waived wait. */
  readonly decisions: readonly DeadlineOverride[];
  readonly method: DispositionMethod | '';
  /** The day and time of the arrangements. */
  readonly planned: Moment | undefined;
  readonly deceasedName: string;
  readonly family: readonly Relative[];
  readonly permits: readonly PermitOfGate[];
  readonly entries: readonly GateEntry[];
  readonly signatures: readonly SignedPaper[];
  /** The ledger of personal effects. */
  readonly effects: readonly EffectEntry[];
}

const familyOf = (informant: Values | undefined): Relative[] =>
  nextOfKins(informant).flatMap((person) => {
    const name = fullName(
      ...(['first_name', 'middle_name', 'last_name'] as const).map((part) => stringAt(person, part)),
    );
    return name ? [{ name, relationship: stringAt(person, 'relationship') }] : [];
  });

/** Returns the facts of a case from its core, sections, permits, decisions and what was recorded at its gates. */
export function gateFactsOf(
  core: Parameters<typeof factsOf>[0],
  sections: Sections,
  parts: Pick<GateFacts, 'decisions' | 'permits' | 'entries' | 'signatures' | 'effects'>,
): GateFacts {
  const deadlines = factsOf(core, sections, parts.permits);
  return {
    ...parts,
    sections,
    deadlines,
    method: methodOf(sections.service ?? {}),
    planned: deadlines.disposition,
    deceasedName: deceasedName(sections.deceased),
    family: familyOf(sections.informant),
  };
}

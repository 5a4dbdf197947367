import { withFurtherKin } from '#domain/cases/attach-record.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';

type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

/** A contact is added, an answer that the case has otherwise stays there, and any other stays in the record. */
export type AttachOutcome = 'added' | 'kept' | 'left';

export interface AttachDifference {
  /** Unique in the list. */
  id: string;
  label: string;
  record: string;
  inCase: string;
  outcome: AttachOutcome;
}

/** A next of kin is added or known; consent, notes and certificates belong to the record itself. */
const compared: ReadonlySet<CaseSectionId> = new Set([
  'deceased',
  'service',
  'family',
  'demographics',
  'medical',
  'veteran',
  'cemetery',
]);

const addedKin = (record: SectionValues, inCase: SectionValues): AttachDifference[] => {
  const known = nextOfKins(inCase.informant ?? {}).length;
  const next = withFurtherKin(inCase.informant, nextOfKins(record.informant ?? {}));
  return nextOfKins(next ?? {})
    .slice(known)
    .map((nextOfKin, at) => ({
      id: `kin.${at}`,
      label: 'Next of kin',
      inCase: '',
      outcome: 'added',
      record: [
        fullName(stringAt(nextOfKin, 'first_name'), stringAt(nextOfKin, 'last_name')),
        formatPhone(stringAt(nextOfKin, 'phone')),
      ]
        .filter(Boolean)
        .join(' · '),
    }));
};

/**
 * Returns what an attached report or first call would add to a case, then its answers that the case has otherwise or
 * not at all, in the order of the case. Both sides are sections of a case.
 */
export const attachDifferences = (record: SectionValues, inCase: SectionValues): AttachDifference[] => [
  ...addedKin(record, inCase),
  ...caseSections
    .filter(({ id }) => compared.has(id))
    .flatMap(({ id, fields }) =>
      fields.flatMap((field): AttachDifference[] => {
        const [theirs, ours] = [record[id]?.[field.name], inCase[id]?.[field.name]];
        const isShown = !field.secured && field.kind !== 'entries' && field.kind !== 'reference';
        if (!isShown || isBlank(theirs) || theirs === false || sameValue(field, theirs, ours)) return [];
        return [
          {
            id: `${id}.${field.name}`,
            label: field.label,
            record: displayValue(field, theirs),
            inCase: displayValue(field, ours),
            outcome: isBlank(ours) ? 'left' : 'kept',
          },
        ];
      }),
    ),
];

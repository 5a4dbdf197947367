import type { ReactNode } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates, splitAddress } from '#domain/shared/reference-data/countries-and-states.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { KinSummaries } from '../next-of-kin/kin-editor.tsx';
import { kinIn } from '../parts/kin-entries.ts';
import { CardAnswers, CardFrame } from '../parts/section-card-fields.tsx';
import type { SectionGap } from '../parts/section-saves.ts';
import {
  type CaseSection,
  cardsOf,
  heldSection,
  isCardShown,
  shownNow,
  surroundingsOf,
} from '../parts/section-values.ts';
import { SsnField } from '../ssn-field.tsx';
import classes from './section.module.css';
import { valuesInOtherSections } from './values-in-other-sections.ts';

interface SectionAlertProps {
  gaps: readonly SectionGap[];
  /** Undefined for users who cannot edit. */
  onJump?: ((gap: SectionGap) => void) | undefined;
}

const headings = {
  now: 'Missing Required Fields:',
  active: 'Needed to activate:',
  completed: 'Needed to complete:',
};

const whenOf = ({ before }: SectionGap): keyof typeof headings => before ?? 'now';

/** Missing fields of a section, for the present status (D2 §2) and separately for the next. */
export const SectionAlert = ({ gaps, onJump }: SectionAlertProps) =>
  [...Map.groupBy(gaps, whenOf)].map(([when, some]) => (
    <div className={classes.alert} key={when}>
      <Notice tone={when === 'now' ? 'warning' : 'info'} title={headings[when]}>
        <ul className={classes.gaps}>
          {some.map((gap) => (
            <li key={`${gap.field} ${gap.label}`}>
              {onJump ? (
                <button type="button" className={classes.jump} title={gap.message} onClick={() => onJump(gap)}>
                  {gap.label}
                </button>
              ) : (
                gap.label
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  ));

const BurialTotalReading = lazyComponent(
  async () => (await import('../../statements/parts/burial-total.tsx')).BurialTotalReading,
);
const ContractNote = lazyComponent(async () => (await import('../../statements/parts/contract-note.tsx')).ContractNote);

const letterAddress = (joined: unknown): string | undefined => {
  const parts = typeof joined === 'string' ? splitAddress(joined) : undefined;
  if (!parts) return undefined;
  const { street, city, state, zip, country } = parts;
  return [street, city, `${state} ${zip}`.trim(), isUnitedStates(country) ? '' : country].filter(Boolean).join(', ');
};

export const specialAnswers = (caseRecord: Case): Record<string, ReactNode> => ({
  location: caseRecord.funeral_home_name,
  ...(letterAddress(caseRecord.informant_address)
    ? { informant_address: letterAddress(caseRecord.informant_address) }
    : {}),
  ...(caseRecord.social_security_number
    ? {
        social_security_number: (
          <SsnField
            caseId={caseRecord.id}
            masked={caseRecord.social_security_number}
            isLocked={caseRecord.status === 'cancelled'}
          />
        ),
      }
    : {}),
});

interface SectionReadingProps {
  section: CaseSection;
  caseRecord: Case;
  gaps: readonly MissingField[];
}

/** A read-only section. */
export const SectionReading = ({ section, caseRecord, gaps }: SectionReadingProps) => {
  const today = useTodayAt(caseRecord.funeral_home_id);
  const surroundings = surroundingsOf(section, caseRecord, today);
  const held = heldSection(section, caseRecord, 'UTC');
  const shownNames = new Set(shownNow(section, surroundings, held).shown);
  const values: Values = { ...surroundings.values(held), ...caseRecord.sections[section.id]?.values };
  const nextOfKin = section.id === 'informant' ? kinIn(caseRecord.next_of_kins) : [];
  const cards = cardsOf(section).filter((card) => isCardShown(card, shownNames, values));
  return (
    <>
      <SectionAlert gaps={gaps} />
      {nextOfKin.length > 0 && (
        <div className={classes.kin}>
          <h3 className={classes.title}>Next of kin</h3>
          <KinSummaries kin={nextOfKin} />
        </div>
      )}
      {cards.length === 0 && <p className={classes.none}>Nothing recorded in this section yet.</p>}
      {cards.map((card) => (
        <CardFrame key={card.id} title={card.title} editing={false}>
          <CardAnswers
            card={card}
            values={values}
            shown={shownNames}
            gaps={gaps}
            special={specialAnswers(caseRecord)}
            elsewhere={valuesInOtherSections(section, caseRecord)}
          />
        </CardFrame>
      ))}
      {section.id === 'financial' && <ContractNote caseRecord={caseRecord} />}
      {section.id === 'burialFees' && cards.length > 0 && <BurialTotalReading values={values} />}
    </>
  );
};

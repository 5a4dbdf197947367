import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { useTimeZoneAt, useTodayAt } from '../../organizations/homes/queries.ts';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { KnownAddresses } from '../../ui/fields/same-address.tsx';
import { CardAnswers, CardFields, CardFrame } from '../parts/section-card-fields.tsx';
import { cardsOf, isCardShown, type SectionCard } from '../parts/section-cards.ts';
import type { SectionSaves } from '../parts/section-saves.ts';
import type { SectionTarget } from '../parts/section-summary.ts';
import { type CaseSection, heldSection, shownNow } from '../parts/section-values.ts';
import { useSectionForm } from '../parts/use-section-form.ts';
import { addressesOfCase } from './case-addresses.ts';
import { KinField } from './kin-field.tsx';
import classes from './section.module.css';
import { SectionAlert } from './section-alert.tsx';
import { specialAnswers } from './section-reading.tsx';
import { valuesInOtherSections } from './values-in-other-sections.ts';

const BurialTotal = lazyComponent(async () => (await import('../../statements/parts/burial-total.tsx')).BurialTotal);
const ContractNote = lazyComponent(async () => (await import('../../statements/parts/contract-note.tsx')).ContractNote);

interface SectionEditorProps {
  section: CaseSection;
  kase: Case;
  gaps: readonly MissingField[];
  open: boolean;
  target: SectionTarget | undefined;
  saves: SectionSaves;
  onHold: (held: boolean) => void;
  onJump: (gap: Pick<MissingField, 'section' | 'field'>) => void;
}

const namesOf = (card: SectionCard): string[] => card.fields.map(({ name }) => name);

/** The cards of a section, each read and edited in place; what is typed saves itself. */
export const SectionEditor = (props: SectionEditorProps) => {
  const { section, kase: caseRecord, gaps, open, target, saves, onHold, onJump } = props;
  const today = useTodayAt(caseRecord.funeral_home_id);
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const cards = useMemo(() => cardsOf(section), [section]);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const edit = (id: string, isOpen: boolean) =>
    setEditing((now) => {
      const next = new Set(now);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  const reveal = (name: string) => {
    const card = cards.find(({ fields }) => fields.some((field) => field.name === name));
    if (card) edit(card.id, true);
  };
  const body = useRef<HTMLDivElement>(null);
  const { form, flush, leave, surroundings, also, isHeld } = useSectionForm({
    section,
    kase: caseRecord,
    today,
    timeZone,
    saves,
    reveal,
  });

  const wanted = useRef<string>(undefined);
  const pick = (name: string) => {
    // A card that opens takes the focus there itself, whenever it comes to be drawn.
    wanted.current = name;
    reveal(name);
    requestAnimationFrame(() => {
      if (cards.some(({ fields }) => fields.some((field) => field.name === name))) form.methods.setFocus(name);
      else body.current?.querySelector<HTMLElement>('[data-kin] :is(select, input, button)')?.focus();
    });
  };
  const follow = useEffectEvent((field: string | undefined) => field && pick(field));
  useEffect(() => {
    if (target) follow(target.field);
  }, [target]);

  const [holdsKin, setHoldsKin] = useState(false);
  useEffect(() => onHold(isHeld || holdsKin), [onHold, isHeld, holdsKin]);
  const folded = useEffectEvent(() => {
    const isWrong = (card: SectionCard) => namesOf(card).some((name) => form.methods.getFieldState(name).error);
    setEditing(new Set(cards.filter((card) => editing.has(card.id) && isWrong(card)).map(({ id }) => id)));
    void flush();
  });
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) folded();
    wasOpen.current = open;
  }, [open]);

  const stored = heldSection(section, caseRecord, timeZone);
  // What was typed is read as it was typed until the answer to its save is there.
  const current = isHeld ? form.methods.getValues() : stored;
  const kept = Object.entries(caseRecord.sections[section.id]?.values ?? {});
  const shown = new Set(shownNow(section, surroundings, current).shown);
  const focusIn = (card: SectionCard): boolean => {
    const name = wanted.current;
    if (!name || !namesOf(card).includes(name) || !shown.has(name)) return false;
    wanted.current = undefined;
    form.methods.setFocus(name);
    return true;
  };
  const elsewhere = valuesInOtherSections(section, caseRecord);
  const values = {
    ...surroundings.values(current),
    ...Object.fromEntries(kept.filter(([name]) => current[name] === stored[name])),
  };
  return (
    <KnownAddresses value={() => addressesOfCase(caseRecord)}>
      <div ref={body}>
        <SectionAlert gaps={gaps} onJump={onJump} />
        {section.id === 'informant' && (
          <KinField
            section={section}
            form={form}
            surroundings={surroundings}
            kase={caseRecord}
            onFurther={(fields) => {
              also.current = { ...also.current, ...fields };
            }}
            onChanged={() => void flush()}
            onHold={setHoldsKin}
          />
        )}
        {cards.length === 0 && <p className={classes.none}>Nothing has been recorded in this section yet.</p>}
        {cards
          .filter((card) => isCardShown(card, shown, values))
          .map((card) => {
            const isEditing = editing.has(card.id);
            const canFill = card.fields.some(({ readOnly }) => !readOnly);
            return (
              <CardFrame
                key={card.id}
                title={card.title}
                editing={isEditing}
                onEdit={
                  canFill
                    ? (isOpen) => {
                        wanted.current = undefined;
                        if (isOpen) edit(card.id, true);
                        else void leave(namesOf(card), () => edit(card.id, false));
                      }
                    : undefined
                }
                onSave={() => void flush()}
                onOpened={() => focusIn(card)}
              >
                {isEditing ? (
                  <CardFields section={section} card={card} form={form} surroundings={surroundings} today={today} />
                ) : (
                  <CardAnswers
                    card={card}
                    values={values}
                    shown={shown}
                    gaps={gaps}
                    special={specialAnswers(caseRecord)}
                    elsewhere={elsewhere}
                    onPick={pick}
                  />
                )}
              </CardFrame>
            );
          })}
        {section.id === 'burialFees' && <BurialTotal form={form} />}
        {section.id === 'financial' && <ContractNote kase={caseRecord} />}
        {form.dialogs}
      </div>
    </KnownAddresses>
  );
};

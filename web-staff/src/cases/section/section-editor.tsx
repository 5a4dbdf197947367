import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { nextOfKinFields } from '#domain/cases/sections/informant-and-family.ts';
import { type KnownAddress, knownAddresses } from '#domain/shared/forms/addresses.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDeadlinesQuery } from '../../deadlines/queries.ts';
import { useTimeZoneAt, useTodayAt } from '../../organizations/homes/queries.ts';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { KnownAddresses } from '../../ui/fields/field-grid.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import { KinEditor } from '../next-of-kin/kin-editor.tsx';
import { dayAndTime } from '../parts/case-text.ts';
import { nameOfKin } from '../parts/kin-entries.ts';
import { CardAnswers, CardFields, CardFrame } from '../parts/section-card-fields.tsx';
import type { SectionSaves, SectionTarget } from '../parts/section-saves.ts';
import {
  type CaseSection,
  cardsOf,
  editableFields,
  entriesOf,
  heldEntries,
  heldSection,
  isCardShown,
  type SectionCard,
  type SectionRuleInputs,
  sectionErrors,
  shownNow,
} from '../parts/section-values.ts';
import { useSectionForm } from '../parts/use-section-form.ts';
import classes from './section.module.css';
import { SectionAlert, specialAnswers } from './section-reading.tsx';
import { valuesInOtherSections } from './values-in-other-sections.ts';

interface KinFieldProps {
  section: CaseSection;
  form: AnyRecordForm;
  surroundings: SectionRuleInputs;
  caseRecord: Case;
  /** Fields of other sections that are saved with a changed list. */
  onFurther: (fields: Readonly<Record<string, unknown>>) => void;
  /** An entry was added, changed or removed, which is saved without a pause. */
  onChanged: () => void;
  /** Called with true while an entry is edited. */
  onHold: (isHeld: boolean) => void;
}

const listName = 'next_of_kins';

const KinField = ({ section, form, surroundings, caseRecord, onFurther, onChanged, onHold }: KinFieldProps) => {
  const { control, setValue, getValues } = form.methods;
  const own = new Set(editableFields(section).map(({ name }) => name));
  const follow = (further: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(further))
      if (own.has(name)) setValue(name, typeof value === 'string' ? value : '', { shouldDirty: true });
    // The server derives the informant's customer from the list.
    const { informant: _, ...otherFields } = further;
    onFurther(Object.fromEntries(Object.entries(otherFields).filter(([name]) => !own.has(name))));
  };
  const errorsOf = (message: string): Record<string, string> => {
    const entryErrors = Object.entries(sectionErrors(section, surroundings, getValues())).flatMap(([path, [first]]) =>
      path.startsWith(`${listName}.`) && first ? [[path, first] as const] : [],
    );
    return entryErrors.length > 0 ? Object.fromEntries(entryErrors) : { [listName]: message };
  };
  return (
    <div className={classes.kin} data-kin>
      <h3 className={classes.title}>Next of kin</h3>
      <Controller
        control={control}
        name={listName}
        render={({ field, fieldState: { error } }) => (
          <KinEditor
            value={entriesOf(field.value)}
            onChange={(next, further) => {
              if (further) follow(further);
              field.onChange(heldEntries(next));
              setTimeout(onChanged);
            }}
            errors={error ? errorsOf(error.message ?? '') : {}}
            onHold={onHold}
            caseRecord={caseRecord}
          />
        )}
      />
    </div>
  );
};

/** The addresses of a case, for suggestions. */
const addressesOfCase = (caseRecord: Pick<Case, 'sections'>): KnownAddress[] => [
  ...nextOfKins(caseRecord.sections.informant?.values ?? {}).flatMap((nextOfKin) =>
    knownAddresses(nextOfKinFields, nextOfKin, nameOfKin(nextOfKin)),
  ),
  ...caseSections.flatMap(({ id, fields }) => knownAddresses(fields, caseRecord.sections[id]?.values ?? {})),
];

const BurialTotal = lazyComponent(async () => (await import('../../statements/parts/burial-total.tsx')).BurialTotal);
const ContractNote = lazyComponent(async () => (await import('../../statements/parts/contract-note.tsx')).ContractNote);

/** Warns next to the time of a cremation that is too early. */
const WaitNotice = ({ caseRecord }: { caseRecord: Case }) => {
  const { data = [] } = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version));
  const wait = data.find(({ kind, broken, done }) => kind === 'cremation_wait' && broken && !done);
  if (!wait) return null;
  return (
    <div className={classes.warning}>
      <Notice tone="warning">
        Too early: not before {dayAndTime(wait.due, wait.time)}. {wait.why}
      </Notice>
    </div>
  );
};

interface SectionEditorProps {
  section: CaseSection;
  caseRecord: Case;
  gaps: readonly MissingField[];
  open: boolean;
  target: SectionTarget | undefined;
  saves: SectionSaves;
  onHold: (isHeld: boolean) => void;
  onJump: (gap: Pick<MissingField, 'section' | 'field'>) => void;
}

const namesOf = (card: SectionCard): string[] => card.fields.map(({ name }) => name);

export const SectionEditor = (props: SectionEditorProps) => {
  const { section, caseRecord, gaps, open, target, saves, onHold, onJump } = props;
  const today = useTodayAt(caseRecord.funeral_home_id);
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const cards = useMemo(() => cardsOf(section), [section]);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const edit = (id: string, isOpen: boolean) =>
    setEditing((now) => new Set(isOpen ? [...now, id] : [...now].filter((editingId) => editingId !== id)));
  const reveal = (name: string) => {
    const card = cards.find(({ fields }) => fields.some((field) => field.name === name));
    if (card) edit(card.id, true);
  };
  const body = useRef<HTMLDivElement>(null);
  const sectionForm = useSectionForm({ section, caseRecord, today, timeZone, saves, reveal });
  const { form, flush, leave, surroundings, also, isHeld } = sectionForm;

  const focusTarget = useRef<string>(undefined);
  const pick = (name: string) => {
    // The card takes the focus when it renders.
    focusTarget.current = name;
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
  // Shows typed values until the response to their save arrives.
  const current = isHeld ? form.methods.getValues() : stored;
  const storedEntries = Object.entries(caseRecord.sections[section.id]?.values ?? {});
  const shownNames = new Set(shownNow(section, surroundings, current).shown);
  const focusIn = (card: SectionCard): boolean => {
    const name = focusTarget.current;
    if (!name || !namesOf(card).includes(name) || !shownNames.has(name)) return false;
    focusTarget.current = undefined;
    form.methods.setFocus(name);
    return true;
  };
  const elsewhere = valuesInOtherSections(section, caseRecord);
  const values = {
    ...surroundings.values(current),
    ...Object.fromEntries(storedEntries.filter(([name]) => current[name] === stored[name])),
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
            caseRecord={caseRecord}
            onFurther={(fields) => {
              also.current = { ...also.current, ...fields };
            }}
            onChanged={() => void flush()}
            onHold={setHoldsKin}
          />
        )}
        {cards.length === 0 && <p className={classes.none}>Nothing recorded in this section yet.</p>}
        {cards
          .filter((card) => isCardShown(card, shownNames, values))
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
                        focusTarget.current = undefined;
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
                    shown={shownNames}
                    gaps={gaps}
                    special={specialAnswers(caseRecord)}
                    elsewhere={elsewhere}
                    onPick={pick}
                  />
                )}
                {namesOf(card).includes('cremation_time') && <WaitNotice caseRecord={caseRecord} />}
              </CardFrame>
            );
          })}
        {section.id === 'burialFees' && <BurialTotal form={form} />}
        {section.id === 'financial' && <ContractNote caseRecord={caseRecord} />}
        {form.dialogs}
      </div>
    </KnownAddresses>
  );
};

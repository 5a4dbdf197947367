import { Button } from '@mantine/core';
import { useElementSize, useIntersection } from '@mantine/hooks';
import { type ComponentProps, type CSSProperties, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { isAnswered } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney, toCents } from '#domain/shared/values/money.ts';
import { type SuggestedFix, toStatementCheckInput } from '#domain/statements/checked-statement.ts';
import { partTitles } from '#domain/statements/fee-sheet.ts';
import { applyPriceItems } from '#domain/statements/price-lists/fill-fees.ts';
import { checkStatement } from '#domain/statements/statement-checks.ts';
import { CardAnswers, CardFields, CardFrame } from '../../cases/parts/section-card-fields.tsx';
import type { SectionSaves, SectionTarget } from '../../cases/parts/section-saves.ts';
import { type CaseSection, cardsOf, heldEntries, shownNow } from '../../cases/parts/section-values.ts';
import { useSaveCaseSection, useSectionForm } from '../../cases/parts/use-section-form.ts';
import { useLocations, useTimeZoneAt, useTodayAt } from '../../organizations/homes/queries.ts';
import { lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { liveSections, partOfField } from './fee-entries.ts';
import classes from './fees.module.css';
import { FinalizeButton, type NewestStatement, StatementState, useNewestStatement } from './finalize-button.tsx';
import { PartEditor, PartReading, PartSum } from './part-editor.tsx';
import { StatementVersions } from './statement-versions.tsx';
import { TotalsPanel } from './totals-panel.tsx';

/** Prices are those of the Statement's date, or today's. */
const dateOf = ({ date_of_statement: day }: Values, today: CalendarDate): CalendarDate =>
  typeof day === 'string' && isCalendarDate(day) ? day : today;

const PricePicker = lazyDialog(async () => (await import('./price-picker.tsx')).PricePicker);

interface FillFromPricesProps {
  homeId: string;
  date: CalendarDate;
  values: Values;
  onFill: (values: Readonly<Record<string, unknown>>) => void;
}

const FillFromPrices = ({ homeId, date, values, onFill }: FillFromPricesProps) => {
  const [choosing, setChoosing] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setChoosing(true)}>
        Add from price lists
      </Button>
      {choosing && (
        <PricePicker
          homeId={homeId}
          date={date}
          onClose={() => setChoosing(false)}
          onChoose={(items) => {
            onFill(applyPriceItems(values, items, () => crypto.randomUUID()));
            setChoosing(false);
            toastSuccess(items.length === 1 ? '1 item filled in' : `${items.length} items filled in`);
          }}
        />
      )}
    </div>
  );
};

/** The newest Statement, if the fees are as they were finalized. */
const useSettled = (caseId: string, complete: Cents): NewestStatement | undefined => {
  const state = useNewestStatement(caseId, complete);
  return state?.isChanged ? undefined : state;
};

const noneShown: ReadonlySet<string> = new Set();
const noSpecial = {};

interface SummaryAnswersProps extends Omit<ComponentProps<typeof CardAnswers>, 'special'> {
  settled: NewestStatement | undefined;
}

/** Asks for nothing more once it is finalized. */
const SummaryAnswers = ({ settled, ...props }: SummaryAnswersProps) => {
  const { card, values, shown } = props;
  const isEmpty = !card.fields.some((field) => isAnswered(field, values[field.name]));
  if (settled && isEmpty)
    return <p className={classes.detail}>Nothing was entered here for version {settled.newest.version}.</p>;
  return <CardAnswers {...props} shown={settled ? noneShown : shown} special={noSpecial} />;
};

/** The height of the totals, so that a long panel scrolls to its end before it stays in view. */
const useSide = () => {
  const { ref, height } = useElementSize();
  return { ref, style: { '--side-height': `${height}px` } as CSSProperties };
};

interface FeeSheetProps {
  section: CaseSection;
  caseRecord: Case;
  gaps: readonly MissingField[];
  open: boolean;
  target: SectionTarget | undefined;
  saves: SectionSaves;
  onHold: (held: boolean) => void;
  onJump: (gap: Pick<MissingField, 'section' | 'field'>) => void;
}

const parts = ['services', 'merchandise', 'special', 'adjustments', 'advances'] as const;
const summaryTitle = 'Summary';

export const FeeSheet = ({ section, caseRecord, gaps, open, target, saves, onHold, onJump }: FeeSheetProps) => {
  const today = useTodayAt(caseRecord.funeral_home_id);
  const home = useLocations().find(({ id }) => id === caseRecord.funeral_home_id);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const edit = (id: string, isOpen: boolean) =>
    setEditing((now) => new Set(isOpen ? [...now, id] : [...now].filter((editingId) => editingId !== id)));
  const reveal = (name: string) => edit(partOfField(name) ?? summaryTitle, true);
  const sectionForm = useSectionForm({
    section,
    caseRecord,
    today,
    saves,
    reveal,
    timeZone: useTimeZoneAt(caseRecord.funeral_home_id),
  });
  const { form, flush, leave, saveNow, surroundings, isHeld } = sectionForm;
  const saveOther = useSaveCaseSection(caseRecord.id);
  const root = useRef<HTMLDivElement>(null);
  const summary = useMemo(() => cardsOf(section).find(({ title }) => title === summaryTitle), [section]);
  const held = useWatch({ control: form.methods.control }) as FormValues;
  const live = liveSections(section, caseRecord, surroundings, held);
  const own = live[section.id] ?? {};
  const checked = toStatementCheckInput(live, home);
  const { found, passed } = checkStatement(checked);
  const stops = found.filter(({ tone }) => tone === 'stop').length;
  const settled = useSettled(caseRecord.id, checked.totals.complete);
  const side = useSide();
  const { ref: totalsRef, entry: totalsSeen } = useIntersection<HTMLDListElement>();

  const pick = (name: string) => {
    const [, id] = name.split('.');
    const holder = parts.find((part) => checked.sheet.lines[part].some(({ key }) => key === name));
    const part = holder ?? partOfField(name) ?? summaryTitle;
    edit(part, true);
    // The field exists only after its part is rendered.
    requestAnimationFrame(() => {
      const at = id ? `[data-line="${CSS.escape(id)}"] input` : `[data-field="${CSS.escape(name)}"]`;
      const field = root.current?.querySelector<HTMLElement>(at);
      (field ?? root.current?.querySelector<HTMLElement>(`[data-part="${part}"] [data-add] button`))?.focus();
    });
  };
  const follow = useEffectEvent((field: string | undefined) => field && pick(field));
  useEffect(() => {
    if (target) follow(target.field);
  }, [target]);
  useEffect(() => onHold(isHeld), [onHold, isHeld]);
  const folded = useEffectEvent(() => {
    setEditing(new Set());
    void flush();
  });
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) folded();
    wasOpen.current = open;
  }, [open]);

  const fill = (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      const held = Array.isArray(value) ? heldEntries(value) : (value as FormValues[string]);
      form.methods.setValue(name, held, { shouldDirty: true });
    }
    void saveNow();
  };
  const applyFix = (fix: SuggestedFix) => {
    if ('go' in fix) return fix.go.section === section.id ? pick(fix.go.field) : onJump(fix.go);
    const { section: id, values } = fix.set;
    if (id === section.id) {
      for (const [name, value] of Object.entries(values)) form.methods.setValue(name, value, { shouldDirty: true });
      return void saveNow();
    }
    saveOther.mutate(
      { section: id, version: caseRecord.sections[id]?.version ?? 0, values },
      { onError: toastFailure },
    );
  };
  const frame = (id: string) => ({
    editing: editing.has(id),
    onEdit: (isOpen: boolean) => {
      const own = section.fields.filter(({ name }) => (partOfField(name) ?? summaryTitle) === id);
      if (isOpen) edit(id, true);
      else
        void leave(
          own.map(({ name }) => name),
          () => edit(id, false),
        );
    },
    onSave: () => void flush(),
  });
  return (
    <div ref={root} className={classes.sheet}>
      <StatementState caseRecord={caseRecord} complete={checked.totals.complete} />
      <div className={classes.columns}>
        <div className={classes.parts}>
          <FillFromPrices homeId={caseRecord.funeral_home_id} date={dateOf(own, today)} values={own} onFill={fill} />
          {parts.map((part) => (
            <div key={part} data-part={part}>
              <CardFrame title={partTitles[part]} {...frame(part)}>
                {editing.has(part) ? (
                  <>
                    <PartEditor {...{ part, section, form, surroundings }} lines={checked.sheet.lines[part]} />
                    <PartSum part={part} total={checked.totals.parts[part]} />
                  </>
                ) : (
                  <PartReading
                    part={part}
                    lines={checked.sheet.lines[part]}
                    values={own}
                    total={checked.totals.parts[part]}
                    onPick={(key) => {
                      edit(part, true);
                      pick(key);
                    }}
                  />
                )}
              </CardFrame>
            </div>
          ))}
          {summary && (
            <CardFrame title="Date, tax and contract" {...frame(summaryTitle)}>
              {editing.has(summaryTitle) ? (
                <CardFields section={section} card={summary} form={form} surroundings={surroundings} today={today} />
              ) : (
                <SummaryAnswers
                  card={summary}
                  values={surroundings.values(held)}
                  shown={new Set(shownNow(section, surroundings, held).shown)}
                  gaps={gaps}
                  onPick={pick}
                  settled={settled}
                />
              )}
            </CardFrame>
          )}
          <StatementVersions caseRecord={caseRecord} />
        </div>
        <div className={classes.side} {...side}>
          <TotalsPanel
            checked={checked}
            checks={found}
            passed={passed}
            paid={toCents(caseRecord.total_paid ?? '')}
            onFix={applyFix}
            settledNext={settled?.next}
            totalsRef={totalsRef}
          >
            <FinalizeButton caseRecord={caseRecord} checked={checked} checks={found} onBefore={flush} />
          </TotalsPanel>
        </div>
      </div>
      <div className={classes.bar} data-repeats={totalsSeen?.isIntersecting || undefined}>
        <span>
          <span className={classes.detail}>Complete total</span>{' '}
          <strong className={classes.amount}>{formatMoney(checked.totals.complete)}</strong>
        </span>
        <Button
          variant="subtle"
          px="xs"
          onClick={() => {
            const totals = root.current?.querySelector<HTMLElement>('[data-totals]');
            totals?.scrollIntoView({ block: 'center' });
            totals?.focus({ preventScroll: true });
          }}
        >
          {stops > 0 ? `${stops} to fix` : 'Totals'}
        </Button>
      </div>
      {form.dialogs}
    </div>
  );
};

export const FeeSheetReading = ({ caseRecord, section }: Pick<FeeSheetProps, 'caseRecord' | 'section'>) => {
  const home = useLocations().find(({ id }) => id === caseRecord.funeral_home_id);
  const values = Object.fromEntries(
    Object.entries(caseRecord.sections).map(([id, storedSection]) => [id, storedSection?.values ?? {}]),
  );
  const checked = toStatementCheckInput(values, home);
  const { found, passed } = checkStatement(checked);
  const summary = cardsOf(section).find(({ title }) => title === summaryTitle);
  const own = values[section.id] ?? {};
  const settled = useSettled(caseRecord.id, checked.totals.complete);
  const side = useSide();
  return (
    <div className={classes.sheet}>
      <StatementState caseRecord={caseRecord} complete={checked.totals.complete} />
      <div className={classes.columns}>
        <div className={classes.parts}>
          {parts.map((part) => (
            <CardFrame key={part} title={partTitles[part]} editing={false}>
              <PartReading
                part={part}
                lines={checked.sheet.lines[part]}
                values={own}
                total={checked.totals.parts[part]}
              />
            </CardFrame>
          ))}
          {summary && (
            <CardFrame title="Date, tax and contract" editing={false}>
              <SummaryAnswers
                card={summary}
                values={own}
                shown={new Set(summary.fields.map(({ name }) => name))}
                gaps={[]}
                settled={settled}
              />
            </CardFrame>
          )}
          <StatementVersions caseRecord={caseRecord} />
        </div>
        <div className={classes.side} {...side}>
          <TotalsPanel
            checked={checked}
            checks={found}
            passed={passed}
            paid={toCents(caseRecord.total_paid ?? '')}
            settledNext={settled?.next}
          >
            <FinalizeButton
              caseRecord={caseRecord}
              checked={checked}
              checks={found}
              onBefore={() => Promise.resolve(true)}
            />
          </TotalsPanel>
        </div>
      </div>
    </div>
  );
};

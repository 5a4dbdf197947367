import { Button } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { deathPlaceOfCase, timesOfCase } from '#domain/cases/case-validation.ts';
import { duplicatesAddressParts } from '#domain/cases/combined-address.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { type FormField, isAnswered, labelOf } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { clockNotes } from '#domain/shared/values/date-time.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FieldGrid, useComputed } from '../../ui/fields/field-grid.tsx';
import { FieldList } from '../../ui/fields/field-list.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import classes from '../section/section.module.css';
import { specialFields } from '../section/special-fields.tsx';
import { type CaseSection, type SectionCard, type SectionRuleInputs, shownNow } from './section-values.ts';

interface CardProps {
  title: string;
  onEdit?: ((open: boolean) => void) | undefined;
  editing: boolean;
  onSave?: (() => void) | undefined;
  /** Focuses the field for which the card was opened; false if there is none. */
  onOpened?: (() => boolean) | undefined;
  children: ReactNode;
}

/** A part of a section, edited in place: Escape closes it, Ctrl+S saves. */
export const CardFrame = ({ title, onEdit, editing, onSave, onOpened, children }: CardProps) => {
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  const wasEditing = useRef(editing);
  const focusOnField = useEffectEvent(() => onOpened?.() ?? false);
  useEffect(() => {
    const { current } = card;
    // A link to a field may have set the focus already, in a choice on an element within the field.
    const isInField = () => current?.contains(document.activeElement?.closest('[data-field]') ?? null) === true;
    if (editing && !wasEditing.current && !focusOnField() && !isInField())
      current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    if (!editing && wasEditing.current) current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      onEdit?.(false);
    } else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      onSave?.();
    }
  };
  return (
    <section
      ref={card}
      className={classes.card}
      data-editing={editing}
      aria-labelledby={heading}
      onKeyDown={editing ? onKeyDown : undefined}
    >
      <div className={classes.head}>
        <h3 id={heading} className={classes.title}>
          {title}
        </h3>
        {onEdit && (
          <Button
            variant="subtle"
            className={classes.pencil}
            aria-label={editing ? `Done editing ${title}` : `Edit ${title}`}
            leftSection={
              editing ? (
                <IconCheck size={16} stroke={1.8} aria-hidden />
              ) : (
                <IconPencil size={16} stroke={1.8} aria-hidden />
              )
            }
            onClick={() => onEdit(!editing)}
          >
            {editing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      {children}
      {editing && <p className={classes.hint}>Saves as you type. Press Esc to finish, Ctrl+S to save now.</p>}
    </section>
  );
};

interface CardAnswersProps {
  card: SectionCard;
  values: Values;
  shown: ReadonlySet<string>;
  gaps: readonly MissingField[];
  special: Readonly<Record<string, ReactNode>>;
  /** Values of another section for fields that are blank here. */
  elsewhere?: Readonly<Record<string, string>>;
  onPick?: ((name: string) => void) | undefined;
}

/** Moot once there is a number. */
const saysWhyNoSsn = new Set(['ssn_to_follow', 'ssn_never_issued']);

/** The answers of a card, and below them the names of blank fields. */
export const CardAnswers = ({ card, values, shown, gaps, special, elsewhere = {}, onPick }: CardAnswersProps) => {
  const missing = new Set(gaps.map(({ field }) => field));
  const fields = card.fields
    .filter((field) => !duplicatesAddressParts(field, card.fields, values))
    .map((field) => ({ ...field, label: labelOf(field, values) }));
  const filled = fields.filter((field) => isAnswered(field, values[field.name]));
  const lacking = fields.filter(({ name }) => missing.has(name) && shown.has(name));
  const listed = fields.filter((field) => filled.includes(field) || lacking.includes(field) || field.name in elsewhere);
  const isMoot = ({ name }: FormField) => saysWhyNoSsn.has(name) && 'social_security_number' in special;
  const rest = fields.filter(
    (field) => !listed.includes(field) && shown.has(field.name) && !field.readOnly && !isMoot(field),
  );
  const gapTexts: Record<string, ReactNode> = {};
  for (const { name, label } of lacking.filter((field) => !filled.includes(field)))
    gapTexts[name] = onPick ? (
      <button type="button" className={classes.add} aria-label={`Missing · add ${label}`} onClick={() => onPick(name)}>
        Missing · add
      </button>
    ) : (
      <span className={classes.missing}>Missing</span>
    );
  return (
    <>
      {listed.length > 0 ? (
        <FieldList
          fields={listed}
          values={values}
          special={{ ...special, ...elsewhere, ...gapTexts }}
          onPick={onPick}
        />
      ) : (
        <p className={classes.none}>Nothing recorded yet.</p>
      )}
      {listed.length > 0 && (
        <>
          <Silent says="Not answered" fields={rest.filter(isQuestion)} onPick={onPick} />
          <Silent says="Not recorded" fields={rest.filter((field) => !isQuestion(field))} onPick={onPick} />
        </>
      )}
    </>
  );
};

/** An unanswered yes-no question differs from No. */
const isQuestion = ({ yesNo }: Pick<FormField, 'yesNo'>): boolean => yesNo === true;

interface SilentProps {
  says: string;
  fields: readonly Pick<FormField, 'name' | 'label'>[];
  onPick?: ((name: string) => void) | undefined;
}

const Silent = ({ says, fields, onPick }: SilentProps) => {
  const [first] = fields;
  if (!first) return null;
  return (
    <p className={classes.rest}>
      {says}: {[...new Set(fields.map(({ label }) => label))].join(', ')}.{' '}
      {onPick && (
        // For mouse and touch; the keyboard uses the edit button.
        <button type="button" tabIndex={-1} className={classes.fill} onClick={() => onPick(first.name)}>
          Add
        </button>
      )}
    </p>
  );
};

interface CardFieldsProps {
  section: CaseSection;
  card: SectionCard;
  form: AnyRecordForm;
  surroundings: SectionRuleInputs;
  today: string;
}

/** Days that cannot be in the future. */
const pastAlone: ReadonlySet<string> = new Set(['deceased', 'veteran']);

export const CardFields = ({ section, card, form, surroundings, today }: CardFieldsProps) => {
  const { control } = form.methods;
  // Fixed when editing begins: a field must not disappear when its save fills the others.
  const [repeated] = useState(() => {
    const answers = surroundings.values(form.methods.getValues());
    return new Set(
      card.fields.filter((field) => duplicatesAddressParts(field, card.fields, answers)).map(({ name }) => name),
    );
  });
  const { clock } = surroundings.context;
  const { shown, required, label, isPaced, died, notes } = useComputed(form.methods, (held) => {
    const answers = surroundings.values(held);
    return {
      ...shownNow(section, surroundings, held),
      label: card.fields.map((field) => labelOf(field, answers)),
      isPaced: hasPacemakerStill(answers) && card.fields.some(({ name }) => name === 'has_pacemaker'),
      died: String(answers.date_of_death ?? ''),
      notes: clock ? clockNotes(answers, timesOfCase, clock, deathPlaceOfCase) : {},
    };
  });
  const fields = card.fields
    .map((field, index) => ({ ...field, label: label[index] ?? field.label, help: notes[field.name] ?? field.help }))
    .filter(({ name }) => shown.includes(name) && !repeated.has(name));
  return (
    <>
      <FieldGrid
        control={control}
        fields={fields}
        required={new Set(required)}
        latest={pastAlone.has(section.id) ? today : undefined}
        special={specialFields(fields, { today, died })}
      />
      {isPaced && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker MUST be removed before cremation!</Notice>
        </div>
      )}
    </>
  );
};

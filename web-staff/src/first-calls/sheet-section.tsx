import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconPencil, IconPhone } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import {
  deathPlaceOfSheet,
  firstCallErrors,
  firstCallRules,
  isPacemakerUnknown,
  kinErrors,
  timesOfSheet,
} from '#domain/first-calls/first-call.rules.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { type FirstCallField, firstCallKinFields, firstCallSections } from '#domain/first-calls/first-call.sections.ts';
import { type KnownAddress, knownAddresses } from '#domain/shared/forms/addresses.ts';
import { type FormField, isAnswered } from '#domain/shared/forms/field.ts';
import { isRequired, isShown } from '#domain/shared/forms/rules.ts';
import { clockNotes, type HomeClock } from '#domain/shared/values/date-time.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { DuplicateCases } from '../cases/parts/like-cases.tsx';
import { LikeRecords } from '../cases/parts/like-records.tsx';
import { useClockAt } from '../organizations/homes/queries.ts';
import { AssignedLocation } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { type DrawField, FieldGrid, type FormValues, useComputed } from '../ui/fields/field-grid.tsx';
import { YesNoControl } from '../ui/fields/field-input.tsx';
import { FieldList, PhoneLink } from '../ui/fields/field-list.tsx';
import type { AnyRecordForm } from '../ui/record-form/record-form.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { deceasedName, localTimeText, relationshipOf } from './first-call-text.ts';
import classes from './sheet.module.css';

interface SidebarProps {
  sheet: FirstCall;
  today: string;
  /** The head of the page shows the promised arrival. */
  hasPromise: boolean;
  /** Undefined if the user may not convert the sheet. */
  onAttach?: ((caseId: string) => void) | undefined;
}

export const SheetSidebar = ({ sheet, today, hasPromise, onAttach }: SidebarProps) => (
  <aside className={classes.aside} aria-label="Contact and history">
    {sheet.has_pacemaker === true && (
      <Notice tone="warning" title="Pacemaker">
        Pacemaker must be removed before cremation
      </Notice>
    )}
    {isPacemakerUnknown(sheet) && (
      <Notice tone="warning" title="Pacemaker not known">
        Ask the nurse or facility. A pacemaker must be removed before cremation.
      </Notice>
    )}
    {!sheet.case_id && sheet.possible_cases.length > 0 && (
      <DuplicateCases cases={sheet.possible_cases} onAttach={onAttach} />
    )}
    <Duplicates sheet={sheet} />
    <LikeRecords noun="reports" records={sheet.possible_reports} pathOf={paths.submission} />
    <Contact sheet={sheet} today={today} hasPromise={hasPromise} />
    <History sheet={sheet} />
  </aside>
);

const Duplicates = ({ sheet }: { sheet: FirstCall }) =>
  sheet.possible_duplicates.length > 0 && (
    <Notice tone="warning" title="Possible duplicate">
      Other open first calls may be about the same death:
      <ul className={classes.list}>
        {sheet.possible_duplicates.map((other) => (
          <li key={other.id}>
            <Anchor component={Link} to={paths.firstCall(other.id)} inherit underline="always">
              {deceasedName(other.deceased_full_name)}
            </Anchor>
            , <TimeAgo at={other.created_at} />
          </li>
        ))}
      </ul>
    </Notice>
  );

const Contact = ({ sheet, today, hasPromise }: SidebarProps) => {
  const [nextOfKin] = sheet.next_of_kins;
  const name = fullName(nextOfKin?.first_name, nextOfKin?.last_name);
  return (
    <section className={classes.panel} aria-labelledby="contact-title">
      <h2 id="contact-title" className={classes.panelTitle}>
        Contact
      </h2>
      {name ? (
        <>
          <div className={classes.person}>{name}</div>
          <div>{relationshipOf(nextOfKin?.relationship)}</div>
        </>
      ) : (
        <div>{sheet.contact_person || 'No one listed yet'}</div>
      )}
      {(nextOfKin?.phone || sheet.death_location_phone) && (
        <div className={classes.phone}>
          <IconPhone size={18} stroke={1.6} aria-hidden />
          <PhoneLink phone={nextOfKin?.phone || sheet.death_location_phone || ''} />
        </div>
      )}
      {sheet.removal_expected_at && !hasPromise && (
        <p className={classes.note}>Expected arrival: {localTimeText(sheet.removal_expected_at, today)}</p>
      )}
      {sheet.removal_arrived_at && (
        <p className={classes.note}>
          Arrived <TimeAgo at={sheet.removal_arrived_at} />
        </p>
      )}
    </section>
  );
};

const History = ({ sheet }: { sheet: FirstCall }) => (
  <section className={`${classes.panel} ${classes.history}`} aria-labelledby="history-title">
    <h2 id="history-title" className={classes.panelTitle}>
      History
    </h2>
    <div>
      Taken <TimeAgo at={sheet.created_at} />
      {sheet.created_by_name && ` by ${sheet.created_by_name}`}
    </div>
    <div className={classes.dim}>{exactTime(sheet.created_at)}</div>
    {sheet.version > 1 && (
      <p className={classes.note}>
        Last changed <TimeAgo at={sheet.updated_at} />
        {sheet.updated_by_name && ` by ${sheet.updated_by_name}`}
      </p>
    )}
    {sheet.case_id && (
      <p className={classes.note}>
        Converted to case{' '}
        <Anchor component={Link} to={paths.case(sheet.case_id)} inherit underline="always">
          {sheet.case_number}
        </Anchor>
      </p>
    )}
  </section>
);

interface SheetSectionProps {
  section: { id: string; title: string; fields: readonly FormField[] };
  sheet: FirstCall;
  form: AnyRecordForm;
  today: string;
  canEdit: boolean;
  editing: boolean;
  onEdit: (open: boolean) => void;
}

export const SheetSection = (props: SheetSectionProps) => {
  const { section, sheet, canEdit, editing, onEdit } = props;
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (editing && !wasEditing.current) card.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    if (!editing && wasEditing.current) card.current?.querySelector<HTMLElement>('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <section ref={card} className={classes.card} aria-labelledby={title} data-section={section.id}>
      <div className={classes.head}>
        <h2 id={title} className={classes.cardTitle}>
          {section.title}
        </h2>
        {canEdit && (
          <Button
            variant="subtle"
            className={classes.pencil}
            aria-label={editing ? `Done editing ${section.title}` : `Edit ${section.title}`}
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
      {editing ? <Fields {...props} /> : <Answers section={section} sheet={sheet} today={props.today} />}
    </section>
  );
};

export const unansweredOf = (
  fields: readonly FormField[],
  sheet: Pick<FirstCall, 'status'> & Readonly<Record<string, unknown>>,
  today: string,
): FormField[] =>
  (fields as readonly FirstCallField[]).filter(
    (field) =>
      !isAnswered(field, sheet[field.name]) && isShown(firstCallRules, field, sheet, { today, stage: sheet.status }),
  );

const Answers = ({ section, sheet, today }: Pick<SheetSectionProps, 'section' | 'sheet' | 'today'>) => {
  const values: Readonly<Record<string, unknown>> = sheet;
  const filled = section.fields.filter((field) => isAnswered(field, values[field.name]));
  const hasNotice = isPacemakerUnknown(sheet);
  const rest = unansweredOf(section.fields, sheet, today).filter(
    ({ name }) => !(hasNotice && name === 'has_pacemaker'),
  );
  if (filled.length === 0) return <p className={classes.none}>Nothing entered yet.</p>;
  return (
    <>
      <FieldList fields={filled} values={values} special={{ assigned_location: sheet.funeral_home_name }} />
      {rest.length > 0 && <p className={classes.rest}>Not entered: {rest.map(({ label }) => label).join(', ')}</p>}
    </>
  );
};

const Fields = ({ section, sheet, form, today }: SheetSectionProps) => {
  const clock = useClockAt(sheet.funeral_home_id);
  const { control } = form.methods;
  const fields = section.fields as readonly FirstCallField[];
  const { shown, required, notes } = useComputed(form.methods, (held) => {
    const values = { ...held, next_of_kins: sheet.next_of_kins };
    const context = { today, stage: sheet.status };
    const visible = fields.filter((field) => isShown(firstCallRules, field, values, context));
    return {
      shown: visible.map(({ name }) => name),
      required: visible.filter((field) => isRequired(firstCallRules, field, values, context)).map(({ name }) => name),
      notes: clock ? clockNotes(values, timesOfSheet, clock, deathPlaceOfSheet) : {},
    };
  });
  return (
    <FieldGrid
      control={control}
      fields={section.fields
        .filter(({ name }) => shown.includes(name))
        .map((field) => ({ ...field, help: notes[field.name] ?? field.help }))}
      required={new Set(required)}
      latest={section.id === 'deceased' ? today : undefined}
      special={specialsOf(section.fields)}
    />
  );
};

const drawYesNo: DrawField = (props) => <YesNoControl {...props} />;
const drawLocation: DrawField = (props) => <AssignedLocation {...props} />;

const specialsOf = (fields: readonly FormField[]): Record<string, DrawField> =>
  Object.fromEntries(
    fields.flatMap(({ name, yesNo }): [string, DrawField][] => {
      if (name === 'assigned_location') return [[name, drawLocation]];
      return yesNo ? [[name, drawYesNo]] : [];
    }),
  );

/** The sections that save while a user types; next of kin have their own section. */
export const sheetSections = firstCallSections.map(({ id, title, fields }) => ({
  id,
  title,
  fields: (fields as readonly FormField[]).filter(({ kind }) => kind !== 'entries'),
}));
export const sheetFields: readonly FormField[] = sheetSections.flatMap(({ fields }) => fields);

export const kinFields: readonly FormField[] = firstCallKinFields;

export const addressesOfSheet = (sheet: FirstCall): KnownAddress[] => [
  ...sheet.next_of_kins.flatMap((nextOfKin) =>
    knownAddresses(kinFields, nextOfKin, fullName(nextOfKin.first_name, nextOfKin.last_name) || 'Next of kin'),
  ),
  ...knownAddresses(sheetFields, sheet),
];

const issuesOf = (errors: Readonly<Record<string, readonly string[]>>, context: z.RefinementCtx): void => {
  for (const [name, messages] of Object.entries(errors))
    for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
};

export const sheetRules = (sheet: FirstCall, today: string, clock?: HomeClock) =>
  z.custom<FormValues>().superRefine((values, context) => {
    const errors = firstCallErrors(
      { ...values, next_of_kins: sheet.next_of_kins },
      { today, stage: sheet.status, clock },
    );
    issuesOf(Object.fromEntries(Object.entries(errors).filter(([name]) => name in values)), context);
  });

export const kinRules = (today: string) =>
  z
    .custom<FormValues>()
    .superRefine((values, context) => issuesOf(kinErrors(values, { today, stage: 'active' }), context));

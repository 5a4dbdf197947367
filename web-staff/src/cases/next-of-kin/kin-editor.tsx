import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { maxCustomersOfCase, tooManyCustomers } from '#domain/customers/customer.schema.ts';
import { customerToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastNotice } from '../../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { useUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import { errorsByPlace, furtherFields, type KinEntry, keysOf, kinText, nameOfKin } from '../parts/kin-entries.ts';
import { KinCard, KinSummary } from './kin-card.tsx';
import { KinChooser } from './kin-chooser.tsx';
import classes from './kin-editor.module.css';
import { KinForm } from './kin-form.tsx';

const noFieldErrors: Readonly<Record<string, string>> = {};

interface KinEditorProps {
  value: readonly KinEntry[];
  /** `also`: fields of other sections that follow, the informant's or a spouse's. */
  onChange: (next: readonly KinEntry[], also?: Record<string, unknown>) => void;
  /** Messages by path: `next_of_kins.0.city`, or `next_of_kins` for the list. */
  errors?: Readonly<Record<string, string>>;
  /** Called with true while an entry is edited; the list must then not change. */
  onHold?: (held: boolean) => void;
  caseRecord: Pick<Case, 'sections'>;
}

interface Done {
  text: string;
  undo: (entries: readonly KinEntry[]) => readonly KinEntry[];
}

const inserted = (entries: readonly KinEntry[], place: number, nextOfKin: KinEntry): KinEntry[] => [
  ...entries.slice(0, place),
  nextOfKin,
  ...entries.slice(place),
];
const without = (entries: readonly KinEntry[], place: number): KinEntry[] => entries.filter((_, at) => at !== place);
const moved = (entries: readonly KinEntry[], from: number, to: number): KinEntry[] => {
  const nextOfKin = entries[from];
  return nextOfKin ? inserted(without(entries, from), to, nextOfKin) : [...entries];
};

export const KinSummaries = ({ kin: nextOfKin }: { kin: readonly KinEntry[] }) => (
  <ul className={classes.list}>
    {keysOf(nextOfKin).map(([key, entry], place) => (
      <li key={key}>
        <KinSummary kin={entry} isPrimary={place === 0} />
      </li>
    ))}
  </ul>
);

/** The next of kin as cards; the first is the primary contact (D2 §3, §4). */
export const KinEditor = ({ value, onChange, errors = noFieldErrors, onHold, caseRecord }: KinEditorProps) => {
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<Done>();
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const guard = useUnsavedChanges(dirty.size > 0);
  const isHeld = dirty.size > 0;
  useEffect(() => onHold?.(isHeld), [onHold, isHeld]);
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const isChild = kinText(value[0] ?? {}, 'relationship') === 'child';
  useEffect(() => {
    if (isChild) toastNotice('Please update from "Child" to either "Son" or "Daughter"');
  }, [isChild]);
  useEffect(() => {
    if (done) undo.current?.focus();
  }, [done]);

  const put = (next: readonly KinEntry[], news?: Done) => {
    const { fields, fillsSpouse } = furtherFields(caseRecord, value, next);
    setDone(news);
    onChange(next, Object.keys(fields).length > 0 ? fields : undefined);
    if (fillsSpouse) toastNotice('Spouse information auto-filled based on informant selection');
  };
  const replace = (place: number, nextOfKin: KinEntry) => put(value.map((one, at) => (at === place ? nextOfKin : one)));
  const edit = (key: string) => setEditing((before) => new Set([...before, key]));
  const finish = (key: string, place: number, next: KinEntry | undefined) => {
    setEditing((before) => new Set([...before].filter((one) => one !== key)));
    if (next) replace(place, next);
    focusSoon(list, `[data-place="${place}"] button[aria-label^="Edit"]`);
  };
  const add = (nextOfKin: KinEntry) => {
    setAdding(false);
    put([...value, nextOfKin]);
    focusSoon(list, '[data-add]');
  };
  const remove = (place: number) => {
    const nextOfKin = value[place];
    if (!nextOfKin) return;
    const next = without(value, place);
    const heir = place === 0 && next[0] ? ` ${nameOfKin(next[0])} is now the primary contact.` : '';
    put(next, {
      text: `${nameOfKin(nextOfKin)} was removed.${heir}`,
      undo: (entries) => inserted(entries, Math.min(place, entries.length), nextOfKin),
    });
  };
  const move = (from: number, to: number) => {
    const nextOfKin = value[from];
    if (!nextOfKin) return;
    const text = to === 0 ? 'is now the primary contact' : `moved to position ${to + 1}`;
    put(moved(value, from, to), {
      text: `${nameOfKin(nextOfKin)} ${text}.`,
      undo: (entries) => moved(entries, to, from),
    });
  };
  const markDirty = useCallback(
    (key: string, is: boolean) =>
      setDirty((before) => {
        if (before.has(key) === is) return before;
        return new Set(is ? [...before, key] : [...before].filter((one) => one !== key));
      }),
    [],
  );

  const { ofList, at } = errorsByPlace(errors);
  const isAlone = value.length === 0;
  return (
    <div ref={list} className={classes.editor}>
      {ofList && <Notice tone="problem">{ofList}</Notice>}
      <ul className={classes.list}>
        {keysOf(value).map(([key, nextOfKin], place) => (
          <li key={key} data-place={place} data-wide={editing.has(key)}>
            {editing.has(key) ? (
              <KinForm
                id={key}
                kin={nextOfKin}
                isStored
                others={without(value, place)}
                errors={at[place] ?? noFieldErrors}
                onSave={(next) => finish(key, place, next)}
                onTake={(customer, typed) =>
                  finish(key, place, customerToNextOfKin({ ...customer, notes: '' }, kinText(typed, 'relationship')))
                }
                onCancel={() => finish(key, place, undefined)}
                onDirty={markDirty}
              />
            ) : (
              <KinCard
                kin={nextOfKin}
                place={place}
                count={value.length}
                errors={at[place] ?? noFieldErrors}
                onEdit={() => edit(key)}
                onRelationship={(relationship) => replace(place, { ...nextOfKin, relationship })}
                onRemove={() => remove(place)}
                onMove={(to) => move(place, to)}
              />
            )}
          </li>
        ))}
        {(adding || isAlone) && (
          <li data-wide="true">
            <KinChooser
              others={value}
              focused={adding}
              onAdd={add}
              onClose={isAlone ? undefined : () => setAdding(false)}
              onDirty={markDirty}
            />
          </li>
        )}
      </ul>
      {done && (
        <div role="status" className={classes.done}>
          {done.text}
          <Button ref={undo} variant="subtle" size="compact-md" onClick={() => put(done.undo(value))}>
            Undo
          </Button>
        </div>
      )}
      {!adding && !isAlone && (
        <DisabledReasonButton
          data-add
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          reason={value.length >= maxCustomersOfCase ? tooManyCustomers : undefined}
          onClick={() => setAdding(true)}
        >
          Add next of kin
        </DisabledReasonButton>
      )}
      {guard.dialog}
    </div>
  );
};

/** Focuses an element once the change is rendered. */
const focusSoon = (within: RefObject<HTMLElement | null>, selector: string): void => {
  requestAnimationFrame(() => within.current?.querySelector<HTMLElement>(selector)?.focus());
};

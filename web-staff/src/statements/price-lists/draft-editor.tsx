import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { fillsOf } from '#domain/statements/price-lists/price-list-fills.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastError, toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { useEditBase } from '../../ui/record-form/edit-base.ts';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { afterDeed, type Column, emptyRow, faultsOf, type RowErrors, rowsOf, sentItems } from './draft-rows.ts';
import { ItemRow } from './item-row.tsx';
import { useDeletePriceList, useUpdatePriceList } from './mutations.ts';
import classes from './price-lists.module.css';
import { PutInForceDialog } from './put-in-force-dialog.tsx';
import type { VersionContext } from './version-context.ts';
import { allVersionsLink } from './version-text.tsx';
import { VersionHead } from './version-view.tsx';

type DraftEditorProps = VersionContext & { list: PriceList };

const editedOf = (list: PriceList) => ({ items: sentItems(rowsOf(list)), containers: list.containers });

/** The rows of a draft with what was typed, and the ways from one row to the next. */
const useRows = (list: PriceList) => {
  const options = fillsOf(list.kind);
  const first = options[0]?.value ?? '';
  const start = rowsOf(list);
  const [rows, change] = useReducer(afterDeed, start.length ? start : [emptyRow(first)]);
  const table = useRef<HTMLTableElement>(null);
  const [wanted, want] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return;
    table.current?.querySelector<HTMLElement>(`[data-cell="${wanted}"]`)?.focus();
    want(undefined);
  }, [wanted]);
  const count = rows.length;
  const add = useCallback(() => {
    change({ do: 'add', row: emptyRow(first) });
    want(`${count} code`);
  }, [first, count]);
  const move = useCallback(
    (at: number, column: Column, by: number) => {
      if (at + by >= count) add();
      else want(`${Math.max(0, at + by)} ${column}`);
    },
    [add, count],
  );
  const write = useCallback(
    (key: string, column: Column, text: string) => change({ do: 'write', key, column, text }),
    [],
  );
  const remove = useCallback((key: string) => change({ do: 'remove', key }), []);
  return { rows, options, table, change, add, move, write, remove };
};

/** A draft to edit row by row; it is saved as a whole, judged as a whole, and then put in force. */
export const DraftEditor = ({ list, ...context }: DraftEditorProps) => {
  const { homeId } = context;
  const { rows, options, table, change, add, move, write, remove } = useRows(list);
  const [containers, setContainers] = useState(list.containers);
  const [faults, setErrors] = useState<RowErrors>({});
  const [dialog, setDialog] = useState<'force' | 'delete'>();
  const { base, goOnFrom } = useEditBase(list, editedOf);
  /** The version on top of which the server would not save. */
  const [refusedOn, setRefusedOn] = useState<number>();
  const updating = useUpdatePriceList(homeId, list.id);
  const deleting = useDeletePriceList(homeId);
  const navigate = useNavigate();
  const isDirty = JSON.stringify({ items: sentItems(rows), containers }) !== JSON.stringify(editedOf(base));
  const { dialog: leaving, letGo } = useUnsavedChanges(isDirty);

  const follow = useEffectEvent((fresh: PriceList) => {
    if (fresh.version <= base.version || isDirty || updating.isPending) return;
    goOnFrom(fresh);
    change({ do: 'replace', rows: rowsOf(fresh) });
    setContainers(fresh.containers);
  });
  // Somebody else's save shows in a draft that nobody has touched.
  useEffect(() => follow(list), [list]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(rows);
    setErrors(found);
    if (Object.keys(found).length) return toastError('Please mend the items that are marked.');
    try {
      const saved = await updating.mutateAsync({ items: sentItems(rows), containers, version: base.version });
      goOnFrom(saved);
      // What was typed while the save was on its way stays.
      change({ do: 'saved', sent: rows, saved: rowsOf(saved) });
      setContainers((now) => (now === containers ? saved.containers : now));
      toastSuccess('Draft saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusedOn(base.version);
      toastFailure(error);
    }
  };
  const throwAway = async () => {
    try {
      await deleting.mutateAsync(list.id);
      toastSuccess('Draft thrown away');
      letGo();
      await navigate(allVersionsLink);
    } catch (error) {
      toastFailure(error);
    }
  };
  const blocked = isDirty ? 'Save the draft first.' : list.problems.length ? list.problems.join(' ') : undefined;
  return (
    <>
      <form noValidate onSubmit={save} aria-label={`Draft of the ${list.caption.toLowerCase()}`}>
        <VersionHead list={list} versions={context.versions}>
          <Button variant="subtle" color="red" onClick={() => setDialog('delete')}>
            Throw the draft away
          </Button>
        </VersionHead>
        {refusedOn === base.version && (
          <Notice tone="problem" title="This draft was changed elsewhere.">
            What you typed is still here, but cannot be saved over it. Reload the page to see the draft as it stands.
          </Notice>
        )}
        {list.kind === 'general' && (
          <TextInput
            className={classes.containers}
            label="Containers you provide for direct cremation"
            description="They are named in the disclosure beside direct cremation (16 CFR 453.3(b)(2))."
            maxLength={300}
            value={containers}
            onChange={({ currentTarget: { value } }) => setContainers(value)}
          />
        )}
        <table ref={table} className={classes.editor} aria-label="Items">
          <thead>
            <tr>
              <th>Code</th>
              <th>Description</th>
              <th>Includes</th>
              <th>Fills</th>
              <th>Price</th>
              <th>Up to</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <ItemRow
                key={row.key}
                {...{ row, at, options, faults: faults[row.key], onWrite: write, onRemove: remove, onMove: move }}
              />
            ))}
          </tbody>
        </table>
        <p className={classes.quiet}>
          Enter leads to the next row and adds one after the last; the arrows lead up and down. “Up to” makes a range.
        </p>
        {list.not_listed.length > 0 && (
          <p className={classes.quiet}>
            Not on this list: {list.not_listed.join(', ')}. Leave out only what the home does not offer (16 CFR
            453.2(b)(4)(ii)).
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={add}>
            Add an item
          </Button>
          <Button
            type="submit"
            variant={isDirty ? 'filled' : 'default'}
            disabled={!isDirty}
            loading={updating.isPending}
          >
            Save draft
          </Button>
          <DisabledReasonButton reason={blocked} onClick={() => setDialog('force')}>
            Put in force…
          </DisabledReasonButton>
        </div>
      </form>
      {/* Outside the form: what is submitted in a dialog must not save the draft as well. */}
      {dialog === 'force' && <PutInForceDialog {...context} list={base} onClose={() => setDialog(undefined)} />}
      <ConfirmModal
        danger
        opened={dialog === 'delete'}
        title="Throw the draft away"
        confirmLabel="Throw away"
        busy={deleting.isPending}
        onConfirm={() => void throwAway()}
        onClose={() => setDialog(undefined)}
      >
        This draft and its items are gone then. Versions that were put in force stay.
      </ConfirmModal>
      {leaving}
    </>
  );
};

import { Button, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#domain/shared/contract/client.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { effectiveVersion, fillsOf } from '#domain/statements/price-lists/price-list-rules.ts';
import { ConfirmButton, DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastError, toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import { useEditBase } from '../../ui/record-form/record-form.ts';
import { useUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import {
  afterAction,
  type Column,
  columns,
  emptyRow,
  errorsOf,
  type Row,
  type RowErrors,
  rowsOf,
  sentItems,
} from './draft-rows.ts';
import { useDeletePriceList, usePublishPriceList, useUpdatePriceList } from './mutations.ts';
import classes from './price-lists.module.css';
import type { VersionContext } from './queries.ts';
import { allVersionsLink, VersionHead, versionLink } from './version-view.tsx';

const labels: Record<Column, string> = {
  code: 'Code',
  description: 'Description',
  includes: 'Includes',
  fills: 'Statement line',
  price: 'Price',
  price_to: 'To',
};
const limits: Partial<Record<Column, number>> = { code: 20, description: 200, includes: 500, price: 16, price_to: 16 };

interface ItemRowProps {
  row: Row;
  at: number;
  options: readonly { value: string; label: string; section: string }[];
  errors: Partial<Record<Column, string>> | undefined;
  onWrite: (key: string, column: Column, text: string) => void;
  onRemove: (key: string) => void;
  onMove: (at: number, column: Column, by: number) => void;
}

/** Plain inputs, because there are hundreds; Enter and arrow keys move between rows. */
const ItemRow = memo(({ row, at, options, errors, onWrite, onRemove, onMove }: ItemRowProps) => {
  const name = (column: Column): string => `Item ${at + 1}: ${labels[column]}`;
  const keys = (column: Column) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || (column === 'fills' && event.key !== 'Enter')) return;
    event.preventDefault();
    onMove(at, column, step);
  };
  const shared = (column: Column) => ({
    'aria-label': name(column),
    'aria-invalid': errors?.[column] ? true : undefined,
    'aria-describedby': errors?.[column] ? `${row.key}-${column}` : undefined,
    'data-cell': `${at} ${column}`,
    className: classes.input,
    value: row[column],
    onKeyDown: keys(column),
  });
  return (
    <tr>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <span className={classes.above}>{labels[column]}</span>
          {column === 'fills' ? (
            <select {...shared(column)} onChange={({ target }) => onWrite(row.key, column, target.value)}>
              {options.map(({ value, label, section }) => (
                <option key={value} value={value}>
                  {section}: {label}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...shared(column)}
              autoComplete="off"
              maxLength={limits[column]}
              inputMode={column === 'price' || column === 'price_to' ? 'decimal' : undefined}
              onChange={({ target }) => onWrite(row.key, column, target.value)}
            />
          )}
          {errors?.[column] && (
            <span id={`${row.key}-${column}`} className={classes.error}>
              {errors[column]}
            </span>
          )}
        </td>
      ))}
      <td>
        <IconButton icon={IconTrash} color="gray" label={`Remove item ${at + 1}`} onClick={() => onRemove(row.key)} />
      </td>
    </tr>
  );
});

const dayField = { name: 'effective_from', label: 'Effective from', kind: 'date' } as const;

type PutInForceDialogProps = VersionContext & { list: PriceList; onClose: () => void };

/** Publishes the draft from a day on; it never changes afterwards. */
const PutInForceDialog = ({ homeId, list, today, versions, onClose }: PutInForceDialogProps) => {
  const putting = usePublishPriceList(homeId, list.id);
  const navigate = useNavigate();
  const { form, ...sent } = useSentForm({
    start: { effective_from: today },
    send: (values) => putting.mutateAsync({ ...values, version: list.version }),
    done: (_, { effective_from: day }) => (day > today ? `Effective ${formatDate(day)}` : 'Current'),
    onDone: () => {
      onClose();
      return navigate(versionLink(list.id));
    },
  });
  const day = asString(form.values.effective_from);
  const from = form.bind(dayField);
  const replaced = effectiveVersion(versions, list.kind, day || today);
  return (
    <FormDialog title="Publish" submit="Publish" {...sent} onClose={onClose}>
      <Text>
        From that day, new fees use this version and it can no longer be edited. Existing Statements do not change.
      </Text>
      <DateField
        data-autofocus
        label={dayField.label}
        min={today}
        value={day}
        error={from.error}
        onDay={from.onChange}
      />
      {replaced?.effective_from && (
        <Text size="sm" c="dimmed">
          Replaces the version effective {formatDate(replaced.effective_from)}.
        </Text>
      )}
    </FormDialog>
  );
};

type DraftEditorProps = VersionContext & { list: PriceList };

const editedOf = (list: PriceList) => ({ items: sentItems(rowsOf(list)), containers: list.containers });

const useRows = (list: PriceList) => {
  const options = fillsOf(list.kind);
  const first = options[0]?.value ?? '';
  const start = rowsOf(list);
  const [rows, change] = useReducer(afterAction, start.length ? start : [emptyRow(first)]);
  const table = useRef<HTMLTableElement>(null);
  const [focusKey, want] = useState<string>();
  useEffect(() => {
    if (focusKey === undefined) return;
    table.current?.querySelector<HTMLElement>(`[data-cell="${focusKey}"]`)?.focus();
    want(undefined);
  }, [focusKey]);
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

export const DraftEditor = ({ list, ...context }: DraftEditorProps) => {
  const { homeId } = context;
  const { rows, options, table, change, add, move, write, remove } = useRows(list);
  const [containers, setContainers] = useState(list.containers);
  const [errors, setErrors] = useState<RowErrors>({});
  const { base, goOnFrom } = useEditBase(list, editedOf);
  /** The version that the server refused to replace. */
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
  // Another user's save replaces an untouched draft.
  useEffect(() => follow(list), [list]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const messages = errorsOf(rows);
    setErrors(messages);
    if (Object.keys(messages).length) return toastError('Please fix the marked items.');
    try {
      const saved = await updating.mutateAsync({ items: sentItems(rows), containers, version: base.version });
      goOnFrom(saved);
      // Input typed during the save stays.
      change({ do: 'saved', sent: rows, saved: rowsOf(saved) });
      setContainers((now) => (now === containers ? saved.containers : now));
      toastSuccess('Draft saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusedOn(base.version);
      toastFailure(error);
    }
  };
  const throwAway = async () => {
    await deleting.mutateAsync(list.id);
    toastSuccess('Draft discarded');
    letGo();
    await navigate(allVersionsLink);
  };
  const blocked = isDirty ? 'Save the draft first.' : list.problems.length ? list.problems.join(' ') : undefined;
  return (
    <>
      <form noValidate onSubmit={save} aria-label={`${list.caption.toLowerCase()} draft`}>
        <VersionHead list={list} versions={context.versions}>
          <ConfirmButton
            variant="subtle"
            color="red"
            ask={{
              title: 'Discard draft',
              confirmLabel: 'Discard',
              danger: true,
              action: throwAway,
              text: 'This draft and its items will be deleted. Published versions are kept.',
            }}
          >
            Discard draft
          </ConfirmButton>
        </VersionHead>
        {refusedOn === base.version && (
          <Notice tone="problem" title="Someone else changed this draft.">
            Your changes are still here but cannot be saved. Reload the page to see the latest draft.
          </Notice>
        )}
        {list.kind === 'general' && (
          <TextInput
            className={classes.containers}
            label="Alternative containers you offer for direct cremation"
            description="Listed in the direct cremation disclosure (16 CFR 453.3(b)(2))."
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
              <th>Statement line</th>
              <th>Price</th>
              <th>To</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <ItemRow
                key={row.key}
                {...{ row, at, options, errors: errors[row.key], onWrite: write, onRemove: remove, onMove: move }}
              />
            ))}
          </tbody>
        </table>
        <p className={classes.quiet}>
          Press Enter for the next row, or use the arrow keys to move. Fill in “To” for a price range.
        </p>
        {list.not_listed.length > 0 && (
          <p className={classes.quiet}>
            Not on this price list: {list.not_listed.join(', ')}. Leave out only items you do not offer (16 CFR
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
          <DialogOpener
            variant="filled"
            reason={blocked}
            dialog={(onClose) => <PutInForceDialog {...context} list={base} onClose={onClose} />}
          >
            Publish…
          </DialogOpener>
        </div>
      </form>
      {leaving}
    </>
  );
};

import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, memo } from 'react';
import { type Column, columns, type Row } from './draft-rows.ts';
import classes from './price-lists.module.css';

const labels: Record<Column, string> = {
  code: 'Code',
  description: 'Description',
  includes: 'Includes',
  fills: 'Fills',
  price: 'Price',
  price_to: 'Up to',
};
const limits: Partial<Record<Column, number>> = { code: 20, description: 200, includes: 500, price: 16, price_to: 16 };

interface ItemRowProps {
  row: Row;
  at: number;
  options: readonly { value: string; label: string; section: string }[];
  faults: Partial<Record<Column, string>> | undefined;
  onWrite: (key: string, column: Column, text: string) => void;
  onRemove: (key: string) => void;
  /** From this row's column so many rows on. */
  onMove: (at: number, column: Column, by: number) => void;
}

/** One item of a draft. Plain inputs, since there are hundreds; Enter and the arrows lead from row to row. */
export const ItemRow = memo(({ row, at, options, faults, onWrite, onRemove, onMove }: ItemRowProps) => {
  const name = (column: Column): string => `${labels[column]} of item ${at + 1}`;
  const keys = (column: Column) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || (column === 'fills' && event.key !== 'Enter')) return;
    event.preventDefault();
    onMove(at, column, step);
  };
  const shared = (column: Column) => ({
    'aria-label': name(column),
    'aria-invalid': faults?.[column] ? true : undefined,
    'aria-describedby': faults?.[column] ? `${row.key}-${column}` : undefined,
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
          {faults?.[column] && (
            <span id={`${row.key}-${column}`} className={classes.fault}>
              {faults[column]}
            </span>
          )}
        </td>
      ))}
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Remove item ${at + 1}`}
          onClick={() => onRemove(row.key)}
        >
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});

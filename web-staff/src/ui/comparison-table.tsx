import type { ReactNode } from 'react';
import classes from './comparison-table.module.css';

interface ComparedRow {
  id: string;
  label: string;
  cells: readonly ReactNode[];
  /** `same` is left out on a phone. */
  state: 'same' | 'differs' | 'added';
}

interface ComparisonTableProps {
  label: string;
  /** Headings of the cells; the last one is the result. */
  columns: readonly string[];
  rows: readonly ComparedRow[];
}

/** Two records field by field, and what becomes of them; on a phone each field is a block. */
export const ComparisonTable = ({ label, columns, rows }: ComparisonTableProps) => (
  <table className={classes.table} aria-label={label}>
    <thead>
      <tr>
        {['Field', ...columns].map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} data-state={row.state}>
          <th scope="row">{row.label}</th>
          {columns.map((column, at) => (
            <td key={column} data-label={column}>
              {row.cells[at]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

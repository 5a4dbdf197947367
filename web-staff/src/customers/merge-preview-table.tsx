import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { labelOf } from './customer-values.ts';
import classes from './merge-dialog.module.css';

type Preview = CallOutput<typeof customerEndpoints.mergePreview>;

const shown = (field: string, value: string) => {
  if (value === '') return <span className={classes.none}>—</span>;
  if (field === 'phone') return formatPhone(value);
  const at = value.lastIndexOf('@');
  if (field !== 'email' || at < 0) return value;
  // A long address breaks before its host rather than within a word.
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
};

/** Both records and what becomes of them, side by side; a field that neither holds is left out. */
export const MergePreviewTable = ({ preview }: { preview: Preview }) => (
  <table className={classes.table} aria-label="Comparison">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Kept record</th>
        <th scope="col">Other record</th>
        <th scope="col">After the merge</th>
      </tr>
    </thead>
    <tbody>
      {preview.fields
        .filter(({ survivor, duplicate }) => survivor !== '' || duplicate !== '')
        .map(({ field, survivor, duplicate, result }) => (
          <tr key={field} data-differs={survivor !== duplicate}>
            <th scope="row">{labelOf(field)}</th>
            <td data-label="Kept record">{shown(field, survivor)}</td>
            <td data-label="Other record">{shown(field, duplicate)}</td>
            <td data-label="After the merge" className={classes.result}>
              {shown(field, result)}
            </td>
          </tr>
        ))}
    </tbody>
  </table>
);

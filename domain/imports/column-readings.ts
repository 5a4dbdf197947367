import { type ColumnName, dayColumns } from './column-names.ts';
import { type DayOrder, dayOrderOf, orderedDay } from './column-values.ts';

/** What the words of a column mean, and how its days are written, where that is not as the product reads them. */
export interface ColumnReading {
  values?: Readonly<Record<string, string>> | undefined;
  day_order?: DayOrder | undefined;
}

/** A column with what it fills, '' for nothing, and all its values. */
interface ChosenColumn {
  field: ColumnName | '';
  values: readonly string[];
}

/** Whether some day of a column has two meanings, and no other one shows which is meant. */
export const isOrderOpen = (values: readonly string[]): boolean =>
  dayOrderOf(values) === 'unclear' && values.some((text) => orderedDay(text)?.isOpen);

/**
 * How each column of a file is read unless a person says otherwise: words as in the last file like it; days as the column
 * shows, else as in that file, else as all other columns of this one show.
 */
export const proposedReadings = (
  columns: readonly ChosenColumn[],
  before: readonly (ColumnReading & { field: ColumnName })[] = [],
): ColumnReading[] => {
  const orders = columns.map(({ field, values }) =>
    field && dayColumns.includes(field) ? dayOrderOf(values) : 'unclear',
  );
  const [plain, ...others] = new Set(orders.filter((order) => order !== 'unclear'));
  const ofFile = others.length === 0 ? plain : undefined;
  return columns.map(({ field, values }, at) => {
    const earlier = before.find((one) => one.field === field);
    const own = orders[at] === 'unclear' ? undefined : orders[at];
    const isOpen = field !== '' && dayColumns.includes(field) && !own && isOrderOpen(values);
    const day_order = own ?? (isOpen ? (earlier?.day_order ?? ofFile) : undefined);
    return { ...(earlier?.values ? { values: earlier.values } : {}), ...(day_order ? { day_order } : {}) };
  });
};

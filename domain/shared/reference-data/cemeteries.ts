import type { FieldOption } from '#domain/shared/forms/field.ts';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';

/** An entry of the public form's cemetery list (D1 §9). */
export interface Cemetery {
  readonly value: string;
  readonly name: string;
  /** Lot with opening and closing, approximate; null if unknown. */
  readonly approximateCost: Cents | null;
  /** Shown next to the name instead of a cost. */
  readonly note?: string;
  readonly address?: { readonly street: string; readonly city: string; readonly state: string; readonly zip: string };
}

export const otherCemetery = 'other';

/** No further cemetery questions follow. */
export const undecidedCemetery = 'undecided';

/** The twelve choices: undecided, ten cemeteries of northeast Florida by town and cost, and Other. */
export const cemeteries: readonly Cemetery[] = [
  { value: undecidedCemetery, name: 'Not decided, or no burial', approximateCost: null },
  choice('st_cyprian', "St. Cyprian's AME Cemetery", 1_500, '340 Bethel Avenue', 'St. Augustine', '32084'),
  choice('old_mission', 'Old Mission Churchyard', 1_900, '12 Mission Street', 'St. Augustine', '32084'),
  choice(
    'coastal_natural',
    'Coastal Natural Burial Preserve',
    3_200,
    '9250 Shore Pine Trail',
    'St. Augustine',
    '32080',
  ),
  choice('st_brendan', "St. Brendan's Catholic Cemetery", 3_900, '215 Abbey Road', 'St. Augustine', '32084'),
  choice('live_oak', 'Live Oak Memorial Gardens', 4_800, '4100 Live Oak Parkway', 'St. Augustine', '32086'),
  choice('palm_grove', 'Palm Grove Perpetual Care', 6_200, '1500 Palm Grove Drive', 'Ponte Vedra Beach', '32082'),
  choice('cedar_hollow', 'Cedar Hollow City Cemetery', 2_600, '60 Cedar Hollow Road', 'Palatka', '32177'),
  choice('beth_shalom', 'Beth Shalom Memorial Park', 5_400, '8800 Covenant Lane', 'Jacksonville', '32257'),
  choice('riverbend', 'Riverbend Mausoleum', 9_500, '77 Riverbend Way', 'Jacksonville', '32207'),
  {
    value: 'national',
    name: 'North Florida National Cemetery',
    approximateCost: 0,
    note: 'no charge to eligible veterans',
    address: { street: '100 Honor Guard Road', city: 'Jacksonville', state: 'FL', zip: '32218' },
  },
  { value: otherCemetery, name: 'Other', approximateCost: null },
];

export const cemeteryOptions: readonly FieldOption[] = cemeteries.map((cemetery) => ({
  value: cemetery.value,
  label: cemetery.name + costOf(cemetery),
}));

/** Returns the cemetery of a choice value, or undefined. */
export function cemeteryOfChoice(choice: unknown): Cemetery | undefined {
  return cemeteries.find(({ value }) => value === choice);
}

/** Returns the listed cemetery of a full name in any letter case; a partial name matches nothing. */
export function findCemetery(name: string): Cemetery | undefined {
  const wanted = name.trim().replace(/\s+/g, ' ').toLowerCase();
  return cemeteries.find((cemetery) => cemetery.address && cemetery.name.toLowerCase() === wanted);
}

function costOf({ approximateCost, note }: Cemetery): string {
  if (note) return ` (${note})`;
  return approximateCost === null ? '' : ` (about ${formatMoney(approximateCost).replace('.00', '')})`;
}

function choice(
  value: string,
  name: string,
  wholeDollars: number,
  street: string,
  city: string,
  zip: string,
): Cemetery {
  return { value, name, approximateCost: wholeDollars * 100, address: { street, city, state: 'FL', zip } };
}

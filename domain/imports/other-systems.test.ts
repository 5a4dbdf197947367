import { describe, expect, it } from 'vitest';
import { readCaseLine, sectionsOfLine } from './case-lines.ts';
import { type ColumnName, dayColumns } from './column-labels.ts';
import { dayOrderOf, wordsToMap } from './column-values.ts';
import type { ReadColumn } from './customer-lines.ts';

const home = { id: '0193a000-0000-7000-8000-000000000001', name: 'Whitcomb & Ames', slug: 'whitcomb-ames' };
const rules = { today: '2026-11-24', territories: false, homes: [home], homeId: home.id, todayAt: () => '2026-11-24' };

/** Returns the lines of a file, with columns for which days have the order of the whole column. */
const tableOf = (fields: readonly ColumnName[], text: string, answers: Partial<Record<ColumnName, object>> = {}) => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((value) => value.trim()));
  const valuesOf = (at: number) => lines.map((line) => line[at] ?? '');
  const columns: ReadColumn[] = fields.map((field, at) => {
    const order = dayColumns.includes(field) ? dayOrderOf(valuesOf(at)) : 'unclear';
    const values = answers[field] as ReadColumn['values'];
    return { field, ...(values ? { values } : {}), ...(order === 'unclear' ? {} : { day_order: order }) };
  });
  return { columns, lines, valuesOf };
};
type Table = ReturnType<typeof tableOf>;

const casesOf = ({ columns, lines }: Table) => lines.map((line) => readCaseLine(columns, line, rules));
const taken = (read: readonly { errors: string[] }[]) => read.filter(({ errors }) => errors.length === 0);

describe('files of other systems', () => {
  it('imports a file with its own codes completely, once these are mapped', () => {
    const fields: ColumnName[] = [
      ...(['case_number', 'deceased_name', 'gender', 'date_of_birth', 'date_of_death', 'time_of_death'] as const),
      ...(['service_type', 'status', 'is_veteran', 'military_branch', 'marital_status', 'kin_name'] as const),
      ...(['kin_relationship', 'kin_phone', 'contract_total', 'balance'] as const),
    ];
    const table = tableOf(
      fields,
      `
19-001 | PRUITT, WALTER J      | M | 1/24/60 | 3/4/19  | 0430  | TRAD | C | Y | USMC | M | Ada Pruitt     | WIF | 904-555-0101   | 7450.50 | 0.00
19-002 | HALE, RUTH            | F | 2/3/31  | 3/9/19  | 1615  | GS   | C | N |      | W | Dean Hale      | SON | 904-555-0102   | 5120.00 | 0.00
19-003 | DE LA CRUZ, JUAN JR.  | M | 5/6/44  | 4/1/19  | 2350  | DC   | C | N |      | D | Eva de la Cruz | DAU | (904) 555-0103 | 1895.00 | 0.00
19-004 | O'NEILL, MARY         | F | 7/8/29  | 4/2/19  | 0005  | MEM  | C | N |      | W | Sean O'Neill   | SON | 904.555.0104   | 2500.00 | 250.00
19-005 | NGUYEN, THUY          | F | 9/1/38  | 4/8/19  |       | TR2  | C | N |      | M | Hung Nguyen    | HUS | 9045550105     | 8200.00 | 0.00
19-006 | SMITH, BABY BOY       | M | 4/9/19  | 4/10/19 | 1200  | DB   | C | N |      | S | Lee Smith      | FAT | 904-555-0106   | 0.00    | 0.00
19-007 | LINDQVIST, HAROLD     | M | 3/3/27  | 5/1/19  | 0700  | SHIP | C | Y | ARMY | M | Inga Lindqvist | WIF | 904-555-0107   | 3900.00 | 0.00
19-008 | ABBOTT, GRACE         | F | 3/3/17  | 5/2/19  | 0815  | TRAD | C | N |      | W | June Abbott    | DAU | 904-555-0108   | 9000.00 | 0.00
19-009 | WARD, OTIS            | M | 8/8/52  | 5/3/19  | 0900  | ENT  | V | Y | NAVY | M | Fay Ward       | WIF | 904-555-0109   | 9100.00 | 9100.00
19-010 | YODER, AMOS           | M | 6/6/40  | 5/9/19  | 1010  | TRAD | C | N |      | M | Ida Yoder      | WIF |                | 6100.00 | 0.00
19-011 | KEKOA, LANI           | F | 2/2/50  | 6/1/19  | 1111  | DON  | C | N |      | DP| Kai Akana      | PTR | 904-555-0111   | 0.00    | 0.00
19-012 | UNKNOWN               | U |         | 6/3/19  |       | DC   | C |   |      |   | Putnam County  | CTY | 386-555-0112   | 1200.00 | 0.00`,
      {
        service_type: { tr2: 'traditional', ent: 'entombment', don: 'donation', ship: 'removal_from_state' },
        status: { c: 'completed', v: 'cancelled' },
        kin_relationship: { wif: 'spouse', hus: 'spouse', fat: 'parent', ptr: 'other', cty: '' },
      },
    );
    const asked = wordsToMap('service_type', table.valuesOf(6)).filter(({ value }) => value === undefined);
    expect(asked.map(({ word }) => word)).toEqual(['TR2', 'SHIP', 'DON']);
    const read = casesOf(table);
    expect(taken(read)).toHaveLength(12);
    expect(read.flatMap(({ notes }, at) => notes.map((note) => `${at + 1}: ${note}`))).toEqual([
      // Born in 1919 or in 2019: aged 100 years, or one day.
      '6: Date of Birth “4/9/19” is kept in the notes: its year can be in two centuries',
      '8: Date of Birth “3/3/17” is kept in the notes: its year can be in two centuries',
    ]);
    expect(read[0]?.fields).toMatchObject({
      ...{ deceased_first_name: 'WALTER', deceased_middle_name: 'J', deceased_last_name: 'PRUITT', gender: 'male' },
      ...{
        date_of_birth: '1960-01-24',
        date_of_death: '2019-03-04',
        time_of_death: '04:30',
        service_type: 'traditional',
      },
      ...{ status: 'completed', is_veteran: 'yes', military_branch: 'marines', kin_relationship: 'spouse' },
      director_notes: 'From the imported file:\nContract Total: $7,450.50\nBalance: $0.00',
    });
    expect(read[5]?.fields).toMatchObject({ date_of_death: '2019-04-10', deceased_first_name: 'BABY' });
    expect(read[8]?.fields).toMatchObject({ status: 'cancelled', disposition_method: 'entombment' });
    for (const { fields: lineFields } of read) expect(sectionsOfLine(lineFields, rules.today).errors).toEqual({});
  });
});

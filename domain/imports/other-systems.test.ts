import { describe, expect, it } from 'vitest';
import { readCaseLine, sectionsOfLine } from './case-lines.ts';
import { type ColumnName, dayColumns } from './column-labels.ts';
import { dayOrderOf, wordsToMap } from './column-values.ts';
import { type ReadColumn, readCustomerLine } from './customer-lines.ts';

const home = { id: '0193a000-0000-7000-8000-000000000001', name: 'Whitcomb & Ames', slug: 'whitcomb-ames' };
const rules = { today: '2026-11-24', territories: false, homes: [home], homeId: home.id, todayAt: () => '2026-11-24' };

/** Returns the lines of a file, with columns for which days have the order of the whole column. */
const tableOf = (fields: readonly ColumnName[], text: string, told: Partial<Record<ColumnName, object>> = {}) => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((value) => value.trim()));
  const valuesOf = (at: number) => lines.map((line) => line[at] ?? '');
  const columns: ReadColumn[] = fields.map((field, at) => {
    const order = dayColumns.includes(field) ? dayOrderOf(valuesOf(at)) : 'unclear';
    const values = told[field] as ReadColumn['values'];
    return { field, ...(values ? { values } : {}), ...(order === 'unclear' ? {} : { day_order: order }) };
  });
  return { columns, lines, valuesOf };
};
type Table = ReturnType<typeof tableOf>;

const casesOf = ({ columns, lines }: Table) => lines.map((line) => readCaseLine(columns, line, rules));
const taken = (read: readonly { faults: string[] }[]) => read.filter(({ faults }) => faults.length === 0);

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
    for (const { fields: said } of read) expect(sectionsOfLine(said, rules.today).faults).toEqual({});
  });

  it('imports a file with the day before the month, each column in its order', () => {
    const fields: ColumnName[] = [
      ...(['case_number', 'deceased_first_name', 'deceased_last_name', 'date_of_birth', 'date_of_death'] as const),
      ...(['service_date', 'service_time', 'disposition_method', 'cemetery_name', 'home_address_city'] as const),
      ...(['home_address_state', 'home_address_zip', 'kin_first_name', 'kin_last_name', 'kin_relationship'] as const),
      ...(['kin_email', 'director_notes'] as const),
    ];
    const table = tableOf(
      fields,
      `
M-1  | Ann   | Alder  | 25/12/1934 | 03/04/2019  | 10-Apr-2019    | 14:00 | Burial               | Oak Hill   | Palatka | Fla.    | 32177      | Bo  | Alder  | Husband         | bo@example.com    |
M-2  | Ben   | Birch  | 13/01/1940 | 31/05/2019  | 6 June 2019    | 2 PM  | Cremation            | At sea     | Palatka | Florida | 32177-1934 | Cy  | Birch  | Stepson         | cy@example.com    | Paid $250.00 2019
M-3  | Cora  | Cedar  | 05/06/1941 | 07/08/2019  | Aug 12, 2019   | 2:00  | Entombment           | Oak Hill   | Paris   | Île-de-France | 75011 | Dee | Cedar  | Daughter-in-law | dee@example.com   |
M-4  | Dora  | Dogwood| 01/02/1931 | 09/10/2019  |                |       | Removal from State   |            | Palatka | FL      | 321771934  | Ed  | Dogwood| Ex-husband      | ed@example        |
M-5  | Emil  | Elm    | 00/00/1931 | 11/12/2019  | 2019-12-16     | 11:00 | Burial               | Oak Hill   | Palatka | FL      | 32177      | Fay | Elm    | Grand Daughter  | FAY@EXAMPLE.COM   |
M-6  | Fern  | Fir    | 28/02/1929 | 01/01/2020  | 04/01/2020     | 10:30 | Burial               | Oak Hill   | Palatka | FL      | 32177      |     |        |                 |                   | Pre-need
M-7  | Gus   | Gum    | 02/03/1950 | 29/02/2020  | 04/03/2020     | 10:30 | Natural organic reduction | | Palatka | FL      | 32177      | Hal | Gum    | Fiancé          | hal@example.com   | SSN 987-65-4321
M-8  | Hope  | Holly  | 31/12/1922 | 30/06/2020  | 15/07/2022     | 10:30 | Burial               | Oak Hill   | Palatka | FL      | 32177      | Ivy | Holly  | Daughter        | ivy@example.com   |
M-9  | Iris  | Ironwood | 05/05/1955 | 06/06/2020 | 10/06/2020    | 10:30 | Burial               | Oak Hill   | Palatka | FL      | 32177      | Jo  | Ironwood | Friend        | jo@example.com; j@example.com |
M-10 | José  | Juniper| 30/09/1947 | 07/07/2020  | 10/07/2020     | 9:00  | Burial               | Oak Hill   | Palatka | FL      | 32177      | Kit | Juniper | Son            | kit@example.com   |
M-11 | Kay   | Kapok  | 18/11/1938 | 08/08/2020  | 12/08/2020     | 10:30 | Zebra                | Oak Hill   | Palatka | FL      | 32177      | Lu  | Kapok  | Niece           | lu@example.com    |
M-12 | Lee   | Laurel | 19/10/1944 | 09/09/2020  | 13/09/2020     | 10:30 | Burial               | Oak Hill   | Palatka | FL      | 32177      | Mo  | Laurel | Brother         | mo@example.com    |`,
    );
    expect(table.columns.flatMap(({ day_order }) => day_order ?? [])).toEqual(['day_first', 'day_first', 'day_first']);
    const read = casesOf(table);
    expect(taken(read)).toHaveLength(12);
    expect(read[2]?.fields).toMatchObject({ date_of_birth: '1941-06-05', date_of_death: '2019-08-07' });
    expect(read.flatMap(({ notes }, at) => notes.map((note) => `${at + 1}: ${note}`))).toEqual([
      '3: Service Time “2:00” is kept in the notes: it is not a time such as 14:30 or 2:30 PM',
      '3: State of the Deceased “Île-de-France” is kept in the notes: it is not a US state',
      expect.stringMatching(/^4: Relationship of the Next of Kin “Ex-husband” is kept/),
      expect.stringMatching(/^4: Email Address of the Next of Kin “ed@example” is kept/),
      '5: Date of Birth “00/00/1931” is kept in the notes: it is not a day such as 2019-03-04 or 3/4/2019',
      '7: Contains what looks like a Social Security number, which is not imported',
      expect.stringMatching(/^7: Relationship of the Next of Kin “Fiancé” is kept/),
      expect.stringMatching(
        /^8: Service Date “15\/07\/2022” is kept in the notes: Service date cannot be more than 1 year/,
      ),
      expect.stringMatching(/^9: Email Address of the Next of Kin .* is imported as “jo@example.com”/),
      '11: Method of Disposition “Zebra” is kept in the notes: its meaning is not known',
    ]);
    expect(JSON.stringify(read)).not.toContain('4321');
  });

  it('imports a file with empty masks and remarks, except lines without a name', () => {
    const fields: ColumnName[] = [
      ...(['first_name', 'last_name', 'address', 'city', 'state', 'zip_code', 'phone', 'second_phone'] as const),
      ...(['email', 'created_at', 'notes'] as const),
    ];
    const table = tableOf(
      fields,
      `
Maria        | Delgado-Ruiz | 1420 Ponce de Leon Blvd | St. Augustine | FL   | 32084-     | (904) 555-0181 x12 | (   )   -     | maria@example.com | 3/14/09    | Paid $250.00 2019
Hòa          | Nguyễn       | 88 King St              | St. Augustine | FL   | 32084-     | (   )   -          | 904-555-0190  | N/A               | 00/00/0000 | Pre-need policy 12-3456
Seán         | O’Brien      | 7 Anastasia Ave         | St. Augustine | Fla. | 32080-1942 | 904-555-0183       |               | none              | 11/2/2011  | Deposit 1,500.00 1044
ʻĪao         | Kaʻahumanu   | 15 Cuna St              | St. Augustine | FL   | 32084      | 904.555.0184       | 904/555-0194  | kai@example.com   | UNKNOWN    |
Keoni        | K‘ula        | 15 Cuna St              | St. Augustine | FL   | 32084      | 9045550185         |               | keoni@example.com | 1/1/2012   |
Robert (Bob) | Smith, Jr.   | 9 Bridge St             | St. Augustine | FL   | 32084      | 555-0186           |               | bob@example.com   | 5/5/2013   |
John & Mary  | Tanaka       | 12 Water St             | St. Augustine | FL   | 32084      | 904-555-0187       |               | tanaka@example.com| 6/6/2014   |
Bjørn        | Łukasiewicz  | 31 Orange St            | St. Augustine | FL   | 32084      | +1 (904) 555-0188  |               | b.l@example.com   | 6/6/2014   |
Jean         | Tremblay     | 71 Rue St-Jean          | Québec        | QC   | G1R 1P4    | 904-555-0189 cell  |               | jean at example   | tomorrow   |
             | Homesteaders | 1 Main St               | Palatka       | FL   | 32177      | 386-555-0100       |               |                   |            |
N/A          | N/A          |                         |               |      |            |                    |               |                   |            |
Zoë          | Null         | -                       | -             | -    | -          | 000-000-0000       | none          | unknown           |            | none`,
    );
    const read = table.lines.map((line) => readCustomerLine(table.columns, line, rules));
    expect(read.flatMap(({ faults }, at) => faults.map((fault) => `${at + 1}: ${fault}`))).toEqual([
      '10: First name is required',
      '11: First name is required',
      '11: Last name is required',
    ]);
    const kept = read.filter(({ faults }) => faults.length === 0);
    expect(kept).toHaveLength(10);
    expect(kept.map(({ notes }) => notes.length)).toEqual([1, 0, 0, 0, 0, 2, 1, 0, 4, 0]);
    expect(kept[0]?.fields).toMatchObject({
      ...{ phone: '9045550181', zip_code: '32084', created_at: '2009-03-14' },
      notes: 'Paid $250.00 2019\n\nFrom the imported file:\nPhone Number: (904) 555-0181 x12',
    });
    expect(kept[1]?.fields).toMatchObject({ phone: '9045550190', notes: 'Pre-need policy 12-3456' });
    expect(kept[5]?.fields).toMatchObject({ first_name: 'Robert', last_name: 'Smith Jr.' });
    expect(kept[8]?.fields).toMatchObject({ phone: '9045550189', zip_code: 'G1R 1P4' });
    expect(kept[9]?.fields).toEqual({ first_name: 'Zoë', last_name: 'Null', second_phone: 'none' });
  });
});

import { phoneWords } from '#domain/values/phone-search.ts';
import { textIn } from '#domain/values/text-of.ts';
import { firstCallShape, nameIn } from '#functions/records/first-calls/first-call-record.ts';
import { firstCallRow, firstCallsList, likenessOf } from '#functions/records/first-calls/first-call-rows.ts';
import { tokensOf } from '#functions/store/lists/list-definition.ts';
import type { Projection } from '#functions/store/lists/projection.ts';

export const firstCallProjection: Projection = {
  list: firstCallsList,
  kind: 'FIRSTCALL',
  main: 'FIRSTCALL',
  parts: [],
  project: (_keys, _id, [main]) => {
    if (!main) return undefined;
    const record = firstCallShape.parse(main);
    const row = firstCallRow(record);
    const [primary, ...others] = record.next_of_kins.map(({ values }) => values);
    return {
      row,
      order: record.created_at,
      // Those that are looked for most stand first: a record keeps so many words and no more.
      tokens: tokensOf(
        row.deceased_full_name,
        ...phoneWords(row.next_of_kin_phone),
        row.next_of_kin_name,
        ...others.flatMap((kin) => phoneWords(textIn(kin, 'phone')).slice(0, 1)),
        ...phoneWords(textIn(record.form, 'death_location_phone')).slice(0, 1),
        row.place_of_death,
        textIn(record.form, 'contact_person'),
        ...others.map((kin) => nameIn(kin, 'first_name', 'last_name')),
        textIn(primary, 'city'),
      ),
      shared: likenessOf(record),
    };
  },
};

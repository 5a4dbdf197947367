import { stringAt } from '#domain/shared/values/as-string.ts';
import { phoneSearchTokens } from '#domain/shared/values/phone.ts';
import {
  firstCallSchema,
  firstCallsList,
  likenessOf,
  nameIn,
  promiseOf,
  rowOfFirstCall,
} from '#functions/first-calls/repository/first-call-record.ts';
import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';

export const firstCallProjection: Projection = {
  list: firstCallsList,
  kind: 'FIRSTCALL',
  main: 'FIRSTCALL',
  parts: [],
  project: (_keys, _id, [main]) => {
    if (!main) return undefined;
    const record = firstCallSchema.parse(main);
    const row = rowOfFirstCall(record);
    const [primary, ...others] = record.next_of_kins.map(({ values }) => values);
    return {
      row,
      order: record.created_at,
      // The most likely searches come first, because the number of words of a record is limited.
      tokens: tokensOf(
        row.deceased_full_name,
        ...phoneSearchTokens(row.next_of_kin_phone),
        row.next_of_kin_name,
        ...others.flatMap((nextOfKin) => phoneSearchTokens(stringAt(nextOfKin, 'phone')).slice(0, 1)),
        ...phoneSearchTokens(stringAt(record.form, 'death_location_phone')).slice(0, 1),
        row.place_of_death,
        stringAt(record.form, 'contact_person'),
        ...others.map((nextOfKin) => nameIn(nextOfKin, 'first_name', 'last_name')),
        stringAt(primary, 'city'),
      ),
      shared: [...likenessOf(record), ...promiseOf(row)],
    };
  },
};

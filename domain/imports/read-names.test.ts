import { expect, it } from 'vitest';
import { importedName, importedWholeName } from './customer-lines.ts';

it.each([
  ['Mr. & Mrs. James Lee', 'James Lee', ['James', '', 'Lee']],
  ['DR ZOË Q. HALL', 'ZOË Q. HALL', ['ZOË', 'Q.', 'HALL']],
  ['Hall, Mrs. Zoë', 'Hall Zoë', ['Zoë', '', 'Hall']],
  ['Est. of Mary Smith', 'Mary Smith', ['Mary', '', 'Smith']],
  ['MR & MRS LEE', 'LEE', ['', '', 'LEE']],
  ['Miss', 'Miss', ['', '', 'Miss']],
  ['Estelle Drake', 'Estelle Drake', ['Estelle', '', 'Drake']],
])('reads %s without the titles before it', (text, name, parts) => {
  expect(importedName(text).name).toBe(name);
  const { first, middle, last } = importedWholeName(text);
  expect([first, middle, last]).toEqual(parts);
});

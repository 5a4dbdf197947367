import { OutcomeUnknownError } from '#functions/platform/store/partners/partner-error.ts';

/** So many pages a list has at most: a thousand templates of one organization. */
const maxPages = 20;
/** So long are pages asked for, in milliseconds: the last one and what is then written end before the function's own time. */
const maxMs = 12_000;

/** Throws a PartnerError when what began at `since` has taken so long that nothing more may be asked. */
export const assertInTime = (since: number): void => {
  if (performance.now() - since > maxMs) throw new OutcomeUnknownError('slow');
};

type Pages<Row> = (after: number | undefined) => Promise<{ data: Row[]; next: number | null }>;

/** The newest rows of a list, as many as can be read in time: where it does not matter what else there is. */
export const newestRows = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < maxPages && (pages === 0 || performance.now() - since < maxMs); pages++) {
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) break;
    after = next;
  }
  return rows;
};

/**
 * Every row of a list, page by page; `since` is when the first was asked for. Throws a PartnerError where there are more, or
 * the partner takes too long with them: of half a list nobody could say what is not there any more.
 */
export const allRows = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    assertInTime(since);
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
  }
  throw new OutcomeUnknownError('too many');
};

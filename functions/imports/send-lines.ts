import { readCaseLine } from '#domain/imports/case-lines.ts';
import { readCustomerLine } from '#domain/imports/customer-lines.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { linesPerPart, waitingDays } from '#domain/imports/import.schema.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import type { ReadLine } from '#domain/imports/sanitize-line.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { latestToday } from '#domain/shared/values/calendar-date.ts';
import { maskSsn, parseSsn } from '#domain/shared/values/ssn.ts';
import { cut } from '#domain/shared/values/text.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { type ImportPart, type ImportRecord, imports, type StoredLine } from './repository.ts';
import { expiryAfter, presentImport } from './shared/present-import.ts';

interface SentLine {
  line: number;
  values: string[];
}
type Read = (record: ImportRecord, values: string[]) => ReadLine;
type Seal = (ssn: string) => Promise<SealedSsn>;

/** Of a refused line that is longer, values are kept so far: the lines of a part have to fit into one item of 400 kB. */
const [longLine, keptOfValue] = [3500, 250];
const maxBytes = 380_000;

const shortened = (values: string[]): string[] =>
  values.join('').length <= longLine
    ? values
    : values.map((value) => (value.length > keptOfValue ? `${cut(value, keptOfValue)}…` : value));

/** A line as it is kept: of a Social Security number that is brought along by choice, only what was made of it by `seal`. */
const lineOf = async (
  record: ImportRecord,
  { line, values: given }: SentLine,
  read: Read,
  seal: Seal,
): Promise<StoredLine> => {
  if (given.length !== record.columns.length) throw invalid({ lines: [importMessages.wrongValues] });
  const at = record.columns.findIndex(({ field }) => field === 'ssn');
  const number = parseSsn(given[at] ?? '');
  const { fields, faults, notes, values } = read(record, number ? given.with(at, '') : given);
  const isRefused = faults.length > 0;
  const ssn = number && !isRefused ? await seal(number) : undefined;
  if (ssn) fields.ssn = maskSsn(ssn.last4);
  return {
    ...{ line, fields: isRefused ? null : fields, values: isRefused ? shortened(values) : null },
    ...(ssn ? { ssn } : {}),
    ...{ why: faults, notes: isRefused ? [] : notes },
    ...{ outcome: isRefused ? 'refused' : null, customer: null, case: null, fate: isRefused ? 'left' : 'waiting' },
  };
};

/** Of each line a customer is made whose id follows from its number: none may come twice. */
const areInOrder = (lines: readonly SentLine[], behind: number): boolean =>
  lines.every(({ line }, at) => line > (lines[at - 1]?.line ?? behind));

const partsOf = (record: ImportRecord, lines: readonly StoredLine[], now: Date): ImportPart[] => {
  const size = linesPerPart[record.kind];
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, n) => ({
    ...{ organization_id: record.organization_id, import_id: record.id, part: record.parts + n },
    lines: lines.slice(n * size, (n + 1) * size),
    expires_at: expiryAfter(now, waitingDays),
  }));
};

/** How lines of an import are read: by the day that it is, and by the homes that there are. */
const reading = async (db: Pick<Organizations, 'homes'>, actor: Actor, now: Date): Promise<Read> => {
  const homes = await db.homes();
  const territories = homes.some(({ id, include_territories }) => id === actor.homeId && include_territories);
  const rules = { today: latestToday(now), territories };
  return ({ kind, columns }, values) =>
    kind === 'cases'
      ? readCaseLine(columns, values, { ...rules, homes, homeId: actor.homeId })
      : readCustomerLine(columns, values, rules);
};

/** Lines are read as they come, so that what looks like a Social Security number is never kept in clear. */
export const sendLines = handler(
  importEndpoints.send,
  { imports, organizations, ssnSealer: ssnEncryptor },
  async ({ params, body }, { db, work, ssnSealer: ssnEncryptor, actor, now }) => {
    const seal: Seal = (ssn) => ssnEncryptor.seal(actor.organizationId, ssn);
    const read = await reading(db.organizations, actor, now);
    return work.attempt(
      () => db.imports.require(params.id),
      async (record) => {
        const { received, line_count: all, kind } = record;
        // They came, and their answer was lost.
        if (body.after + body.lines.length <= received) return work.finish(presentImport(record));
        if (record.state !== 'receiving') throw new AppError('conflict', { detail: importMessages.notReceiving });
        if (body.after !== received) throw new AppError('conflict', { detail: importMessages.outOfOrder });
        const next = received + body.lines.length;
        if (next > all) throw invalid({ lines: [importMessages.tooMany] });
        if (next < all && body.lines.length % linesPerPart[kind] !== 0)
          throw invalid({ lines: [importMessages.partsWhole(linesPerPart[kind])] });
        if (!areInOrder(body.lines, record.last_line ?? 1)) throw invalid({ lines: [importMessages.notInOrder] });
        const kept = await Promise.all(body.lines.map((line) => lineOf(record, line, read, seal)));
        const parts = partsOf(record, kept, now);
        if (parts.some((part) => Buffer.byteLength(JSON.stringify(part)) > maxBytes))
          throw invalid({ lines: [importMessages.tooLong] });
        const last_line = body.lines.at(-1)?.line;
        const changed = { ...record, received: next, last_line, parts: record.parts + parts.length };
        return work
          .add(db.imports.change(record, changed), parts.map(db.imports.putPart))
          .finish(presentImport(changed));
      },
    );
  },
);

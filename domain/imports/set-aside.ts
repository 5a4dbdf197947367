import { redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { cleanLine, cleanText, cut } from '#domain/shared/values/text.ts';
import { ssnMask } from './sanitize-line.ts';

/** So much of a value is kept, and so much of all values of a line. */
const [maxKeptLength, maxBlock, maxShownLength] = [300, 1500, 60];
const heading = 'From the imported file:';

/** A value as notes of a line quote it: nine digits in a row may be a Social Security number in the wrong column. */
const shown = (text: string): string => {
  const safe = redactSsnInText(text, ssnMask);
  return safe.length > maxShownLength ? `${cut(safe, maxShownLength)}…` : safe;
};

/**
 * What a line has that no field of its record takes: each costs that value alone, and stays as a text in the notes of the
 * record. `notes` say it to whom brings the file.
 */
export class SetAside {
  readonly notes: string[] = [];
  readonly #kept: string[] = [];

  /** Keeps a value that cannot be read, with the reason why. */
  unread(label: string, text: string, why: string): void {
    this.notes.push(`${label} “${shown(text)}” is kept in the notes: ${why}`);
    this.keep(label, text);
  }

  /** Keeps what stands there beside the value that was read from it. */
  shortened(label: string, text: string, read: string): void {
    this.notes.push(`${label} “${shown(text)}” is imported as “${read}”; the rest is kept in the notes`);
    this.keep(label, text);
  }

  /** Keeps a value that has no field, as the file was told to bring it: nothing of it is left out. */
  keep(label: string, text: string): void {
    this.#kept.push(`${label}: ${cut(cleanLine(text), maxKeptLength)}`);
  }

  /** The notes of a record with what was kept below them, of at most `limit` characters. */
  withKept(text: string, limit: number): string {
    const lines = this.#kept.length > 0 ? [heading, ...this.#kept].join('\n') : '';
    const block = cut(redactSsnInText(lines, ssnMask), maxBlock);
    const room = block ? limit - block.length - 2 : limit;
    const own = cleanText(text);
    if (own.length > room) this.notes.push(`The notes are cut to ${limit.toLocaleString('en-US')} characters`);
    return [cut(own, room).trim(), block].filter(Boolean).join('\n\n');
  }
}

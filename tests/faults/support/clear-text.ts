import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Yields every file under the folder as text, one character per byte. */
function* filesUnder(folder: string): Generator<{ path: string; text: string }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield { path, text: readFileSync(path, 'latin1') };
  }
}

export const filesContaining = (folder: string, wanted: string): string[] =>
  [...filesUnder(folder)].flatMap(({ path, text }) => (text.includes(wanted) ? [path] : []));

const formsOf = (ssn: string): string[] => {
  const plain = [ssn, ssn.replaceAll('-', '')];
  return [...plain, ...plain.map((text) => Buffer.from(text).toString('base64'))];
};

// A longer run of digits is no SSN. The base64 of a text that starts with 9 starts with OT.
const candidates = /(?<!\d)9\d\d-?\d\d-?\d{4}(?!\d)|OT[A-Za-z0-9+/]{13}=|OT[A-Za-z0-9+/]{10}/g;

/**
 * Returns where a plain SSN appears, with or without hyphens, or as base64: in files under the folder, including
 * databases and journals, or in the output.
 */
export const ssnsInClear = (folder: string, ssns: readonly string[], printed: string): string[] => {
  const known = new Map(ssns.flatMap((ssn) => formsOf(ssn).map((form) => [form, ssn])));
  const findings: string[] = [];
  const look = (path: string, text: string): void => {
    for (const [found] of text.matchAll(candidates))
      if (known.has(found)) findings.push(`${path}: ${known.get(found)}`);
  };
  for (const { path, text } of filesUnder(folder)) look(path, text);
  look('printed', printed);
  return findings;
};

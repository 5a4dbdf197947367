import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const forms = (ssn: string): string[] => {
  const plain = [ssn, ssn.replaceAll('-', '')];
  return [...plain, ...plain.map((text) => Buffer.from(text).toString('base64'))];
};

/**
 * Where one of the Social Security Numbers stands in clear, with or without hyphens, or as base64, in any file under
 * the folder: databases and their journals included. A longer run of digits is no number.
 */
export const ssnsInClear = (folder: string, ssns: readonly string[], others: Record<string, string> = {}): string[] => {
  const known = new Map(ssns.flatMap((ssn) => forms(ssn).map((form) => [form, ssn])));
  const candidates = /(?<![0-9])9\d\d-?\d\d-?\d{4}(?![0-9])|OT[A-Za-z0-9+/]{13}=|OT[A-Za-z0-9+/]{10}/g;
  const findings: string[] = [];
  const look = (name: string, text: string): void => {
    for (const [found] of text.matchAll(candidates))
      if (known.has(found)) findings.push(`${name}: ${known.get(found)}`);
  };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    look(path, readFileSync(path, 'latin1'));
  }
  for (const [name, text] of Object.entries(others)) look(name, text);
  return findings;
};

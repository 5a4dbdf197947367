import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Key } from '#functions/platform/store/table.ts';

type Stored = Record<string, AttributeValue>;

export const nameOf = ({ pk, sk }: Stored): string => `${pk?.S} ${sk?.S}`;

/**
 * Returns keys of records that belong to an item but do not name it: a case's documents, payments and envelopes, and
 * encrypted numbers.
 */
export const referencesOf = (item: Stored, organizationId: string): Stored[] => {
  const keys = keysOf(organizationId);
  const lists: Record<string, (id: string) => Key> = {
    PAPERS: keys.document,
    LEDGER: keys.payment,
    ENVELOPESOFCASE: keys.envelope,
  };
  const [, kind = ''] = /^T#[^#]+#([A-Z]+)#/.exec(item.pk?.S ?? '') ?? [];
  const [, listed] = /^[A-Z]+#(.+)$/.exec(item.sk?.S ?? '') ?? [];
  const found = [
    listed && lists[kind]?.(listed),
    item.ssn_id?.S && keys.ssn(item.ssn_id.S),
    item.check_number_id?.S && keys.checkNumber(item.check_number_id.S),
  ];
  return found.flatMap((key) => (key ? [{ pk: { S: key.pk }, sk: { S: key.sk } }] : []));
};

export class References {
  readonly #organizationId: string;
  readonly #looked = new Set<string>();
  readonly #led = new Map<string, Stored>();

  constructor(organizationId: string) {
    this.#organizationId = organizationId;
  }

  saw(item: Stored, isStored: boolean): void {
    this.#looked.add(nameOf(item));
    if (!isStored) return;
    for (const key of referencesOf(item, this.#organizationId)) this.#led.set(nameOf(key), key);
  }

  take(): Stored[] {
    const keys = [...this.#led].flatMap(([name, key]) => (this.#looked.has(name) ? [] : [key]));
    this.#led.clear();
    for (const key of keys) this.#looked.add(nameOf(key));
    return keys;
  }
}

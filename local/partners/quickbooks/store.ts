import { join } from 'node:path';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';
import type { Company, Entity, EntityType, Grant } from './model.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, realm TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, realm, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (realm TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS requests (realm TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (realm, id)) STRICT, WITHOUT ROWID;
`;

/** Everything that the sandbox knows: in memory to be searched, and on disk before a change returns. */
export const openStore = (dataDir: string) => {
  const database = openDurableDatabase(join(dataDir, 'quickbooks.sqlite'), SCHEMA);
  const kinds = new Map<string, Map<string, unknown>>();
  const of = <T>(kind: string): Map<string, T> => {
    const known = kinds.get(kind) ?? new Map<string, unknown>();
    kinds.set(kind, known);
    return known as Map<string, T>;
  };
  for (const { kind, realm, id, document } of database.prepare('SELECT * FROM records').all())
    of(String(kind)).set(`${realm}/${id}`, JSON.parse(String(document)));
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND realm = ? AND id = ?');
  const nextNumber = database.prepare(
    'INSERT INTO numbers VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  const answerTo = database.prepare('SELECT answer FROM requests WHERE realm = ? AND id = ?');
  const keepAnswer = database.prepare('INSERT INTO requests VALUES (?, ?, ?)');
  const put = (kind: string, realm: string, id: string, document: unknown): void => {
    of(kind).set(`${realm}/${id}`, document);
    upsert.run(kind, realm, id, JSON.stringify(document));
  };
  const drop = (kind: string, realm: string, id: string): void => {
    of(kind).delete(`${realm}/${id}`);
    remove.run(kind, realm, id);
  };
  return {
    /** All of it or nothing on disk. */
    atomically: <T>(run: () => T): T => atomically(database, run),
    nextId: (realm: string): string => String(nextNumber.get(realm)?.last),
    companies: (): Company[] => [...of<Company>('company').values()],
    company: (realm: string): Company | undefined => of<Company>('company').get(`${realm}/${realm}`),
    putCompany: (company: Company): void => put('company', company.realm, company.realm, company),
    grants: (): Grant[] => [...of<Grant>('grant').values()],
    putGrant: (grant: Grant): void => put('grant', grant.realm, grant.id, grant),
    dropGrant: (grant: Grant): void => drop('grant', grant.realm, grant.id),
    entity: (realm: string, type: EntityType, id: string): Entity | undefined => of<Entity>(type).get(`${realm}/${id}`),
    entities: (realm: string, type: EntityType): Entity[] => {
      const found: Entity[] = [];
      for (const [key, entity] of of<Entity>(type)) if (key.startsWith(`${realm}/`)) found.push(entity);
      return found;
    },
    putEntity: (realm: string, type: EntityType, entity: Entity): void => put(type, realm, entity.Id, entity),
    dropEntity: (realm: string, type: EntityType, id: string): void => drop(type, realm, id),
    /** What was answered to a `requestid` before. */
    answered: (realm: string, requestId: string): unknown => {
      const row = answerTo.get(realm, requestId);
      return row && JSON.parse(String(row.answer));
    },
    keepAnswer: (realm: string, requestId: string, answer: unknown): void => {
      keepAnswer.run(realm, requestId, JSON.stringify(answer));
    },
    close: (): void => database.close(),
  };
};
export type Store = ReturnType<typeof openStore>;

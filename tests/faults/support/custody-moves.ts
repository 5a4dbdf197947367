import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CareSubject, CaseCustody, CustodyEntry } from '#domain/care/care.schema.ts';
import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;
interface MoveAnswer {
  entry?: CustodyEntry;
  current?: { subject: CareSubject };
}

export const custodyOf = (staff: Staff, caseId: string): Promise<CaseCustody> =>
  staff.call('GET', `/api/services/cases/${caseId}/custody/`);

/** Adds two coolers of the first home; moves go between them. */
export const twoPlaces = async (staff: Staff): Promise<readonly string[]> => {
  const { results } = await staff.call<{ results: { id: string }[] }>('GET', '/api/customers/funeral-homes/');
  const add = async (name: string): Promise<string> => {
    const body = { funeral_home_id: results[0]?.id, name, kind: 'cooler' };
    return (await staff.call<{ id: string }>('POST', '/api/care/places/', body)).id;
  };
  return [await add('Killed 1'), await add('Killed 2')];
};

/**
 * Two devices move one body, each from the last entry that was returned to it, and send a call under its key until it
 * is answered. Returns the numbers of the entries that were acknowledged.
 */
export const moveTogether = async (staff: Staff, caseId: string, places: readonly string[]): Promise<number[]> => {
  const send = async (body: object): Promise<MoveAnswer & { status: number }> => {
    const key = randomUUID();
    for (;;) {
      const answer = await staff
        .send('POST', `/api/services/cases/${caseId}/custody/moves/`, body, key)
        .catch(() => undefined);
      if (answer && answer.status < 500) return { ...(JSON.parse(answer.text) as MoveAnswer), status: answer.status };
      await pause(50);
    }
  };
  const device = async (): Promise<number[]> => {
    const acknowledged: number[] = [];
    for (let expected = 0, tries = 0; tries < 8; tries++) {
      const to_place = places[expected % places.length];
      const { entry, current, status } = await send({ expected, to_place, happened_at: new Date().toISOString() });
      if (entry) acknowledged.push(entry.number);
      else if (!current) throw new Error(`a move was refused with ${status} and no current entry`);
      expected = entry?.number ?? current?.subject.number ?? expected;
    }
    return acknowledged;
  };
  return (await Promise.all([device(), device()])).flat();
};

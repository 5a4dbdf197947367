import { setTimeout as pause } from 'node:timers/promises';
import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;

interface WrittenCase {
  sections: { notes?: { version: number; values: { director_notes?: string } } };
}

const path = (id: string) => `/api/services/cases/${id}/`;

/** Nothing where the product was gone, or somebody else was first. */
const attempt = <T>(called: Promise<T>): Promise<T | undefined> => called.catch(() => undefined);

/** The lines of the note of a case, and the version of its section. */
export const noteOf = async (staff: Staff, id: string): Promise<{ lines: string[]; version: number } | undefined> => {
  const caseRecord = await attempt(staff.call<WrittenCase>('GET', path(id)));
  const { version = 0, values = {} } = caseRecord?.sections.notes ?? {};
  return caseRecord && { lines: (values.director_notes ?? '').split(' ').filter(Boolean), version };
};

const writeLine = async (staff: Staff, id: string, line: string): Promise<void> => {
  for (;;) {
    const note = await noteOf(staff, id);
    // An answer may have been lost with the product; what it wrote stands.
    if (note?.lines.includes(line)) return;
    if (note) {
      const values = { director_notes: [...note.lines, line].join(' ') };
      const body = { sections: { notes: { version: note.version, values } } };
      if (await attempt(staff.call('PATCH', path(id), body))) return;
    }
    await pause(20 + Math.random() * 80);
  }
};

/** Four people write two lines each into one note, having read what stands there; answers the lines of this round. */
export const writeTogether = async (staff: Staff, id: string, round: number): Promise<string[]> => {
  const lines = [...'abcd'].map((writer) => [`${round}${writer}1`, `${round}${writer}2`]);
  await Promise.all(
    lines.map(async (own) => {
      for (const line of own) await writeLine(staff, id, line);
    }),
  );
  return lines.flat();
};

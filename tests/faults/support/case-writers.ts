import { setTimeout as pause } from 'node:timers/promises';
import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;

interface WrittenCase {
  sections: { notes?: { version: number; values: { director_notes?: string } } };
}

const path = (id: string) => `/api/services/cases/${id}/`;

const attempt = <T>(called: Promise<T>): Promise<T | undefined> => called.catch(() => undefined);

/** Returns the lines of a case's note, and its section's version. */
export const noteOf = async (staff: Staff, id: string): Promise<{ lines: string[]; version: number } | undefined> => {
  const caseRecord = await attempt(staff.call<WrittenCase>('GET', path(id)));
  const { version = 0, values = {} } = caseRecord?.sections.notes ?? {};
  return caseRecord && { lines: (values.director_notes ?? '').split(' ').filter(Boolean), version };
};

const writeLine = async (staff: Staff, id: string, line: string): Promise<void> => {
  for (;;) {
    const note = await noteOf(staff, id);
    // The response may have been lost with the product; its write exists.
    if (note?.lines.includes(line)) return;
    if (note) {
      const values = { director_notes: [...note.lines, line].join(' ') };
      const body = { sections: { notes: { version: note.version, values } } };
      if (await attempt(staff.call('PATCH', path(id), body))) return;
    }
    await pause(20 + Math.random() * 80);
  }
};

/** Four writers add two lines each to one note, each after reading it; returns this round's lines. */
export const writeTogether = async (staff: Staff, id: string, round: number): Promise<string[]> => {
  const lines = [...'abcd'].map((writer) => [`${round}${writer}1`, `${round}${writer}2`]);
  await Promise.all(
    lines.map(async (own) => {
      for (const line of own) await writeLine(staff, id, line);
    }),
  );
  return lines.flat();
};

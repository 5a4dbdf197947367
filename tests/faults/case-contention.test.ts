import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { type AwsTiming, awsTiming } from '#local/chaos/stack-chaos.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Items are in use for ten milliseconds and indexes are late; nothing else goes wrong. */
const calmly = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
const seed = process.env.FAULT_SEED || 'case-contention';
const { cases } = areas;
/**
 * As many as the quality list asks with TEST_LENGTH=long: what writers cost each other grows with their square. All marks
 * together have to fit into a note of 2,000 characters.
 */
const [opened, writers, rounds] = long ? [100, 64, 6] : [40, 16, 2];

describe(`many who work on cases at once (seed ${seed})`, { timeout: long ? 600_000 : 180_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  afterEach(() => harness.close());
  const start = async (timing?: AwsTiming) => {
    harness = await startHarness(timing ? { chaos: { seed, rates: calmly, timing } } : {});
    tenant = await harness.addTenant('whitcomb-ames');
  };

  it(`R-03 ${opened} cases opened at once in one home have ${opened} consecutive numbers`, async () => {
    await start();
    harness.state.now = () => new Date('2026-03-10T15:00:00Z');
    const as = tenant.profiles.funeral_director;
    const began = performance.now();
    const made = await Promise.all(
      Array.from({ length: opened }, async (_, n) => {
        for (;;) {
          const answer = await harness.call(cases.create, {
            as,
            body: { deceased_last_name: 'Case', occupation: `Number ${n}` },
          });
          // As a client does that got no answer, or was told to come again.
          if (answer.status < 500) return String(succeeded(answer).body.case_number);
        }
      }),
    );
    const expected = Array.from({ length: opened }, (_, n) => `WA-2026-${String(n + 1).padStart(4, '0')}`);
    expect(made.sort()).toEqual(expected);
    expect(await harness.recount()).toEqual([]);
    console.info(`R-03 ${opened} cases opened at once in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  });

  it(`R-04 ${writers} writers on one case with versions lose no update`, async () => {
    await start(awsTiming);
    const calls = casesOf(harness, tenant);
    const { id } = await calls.opened(wholeCase);
    const times: number[] = [];
    let conflicts = 0;
    // Each adds lines of its own to the same note, having read what stands there.
    const write = async (writer: number): Promise<void> => {
      let kase = await calls.get(id);
      for (let round = 0; round < rounds; ) {
        const { version = 0, values = {} } = kase.sections.notes ?? {};
        const director_notes = [values.director_notes, `${writer}.${round}`].filter(Boolean).join(' ');
        const began = performance.now();
        const answer = await calls.patch(id, { sections: { notes: { version, values: { director_notes } } } });
        times.push(performance.now() - began);
        if (answer.status === 409) {
          conflicts++;
          // Nobody merges in less.
          await pause(50 + Math.random() * 400);
          kase = answer.body.current as typeof kase;
        } else if (answer.status !== 503) {
          kase = succeeded(answer).body as typeof kase;
          round++;
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const { sections, version } = await calls.get(id);
    const written = String(sections.notes?.values.director_notes).split(' ');
    const expected = Array.from({ length: writers * rounds }, (_, n) => `${n % writers}.${Math.floor(n / writers)}`);
    expect(written.toSorted()).toEqual(expected.sort());
    expect([sections.notes?.version, version]).toEqual([writers * rounds, writers * rounds + 1]);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    console.info(`R-04 ${times.length} writes by ${writers}, ${conflicts} told of another, p99 ${p99.toFixed(0)} ms`);
    // A figure of 64 writers on a machine that does nothing else, which is how the long run is made.
    if (long) expect(p99).toBeLessThan(2000);
    expect(await harness.recount()).toEqual([]);
  });

  it('R-04 writers in different sections of one case are asked nothing', async () => {
    // Who comes at once and again at once would never find the case free, where a write takes so long.
    await start({ ...awsTiming, holdMs: 90 });
    const calls = casesOf(harness, tenant);
    const { id } = await calls.opened(wholeCase);
    const fields = {
      ...{ deceased: 'alias', service: 'service_time', demographics: 'occupation', obituary: 'obituary_text' },
      ...{ authorization: 'witness_name', notes: 'director_notes', innerOffice: 'first_call_taken_by' },
    };
    const values = (section: string, n: number) => (section === 'service' ? `10:0${n}` : `Text ${'abcdef'[n]}`);
    const before = await calls.get(id);
    await Promise.all(
      Object.entries(fields).map(async ([section, field]) => {
        let version = before.sections[section]?.version ?? 0;
        for (let n = 0; n < 3; n++) {
          const body = { sections: { [section]: { version, values: { [field]: values(section, n) } } } };
          const answer = await calls.patch(id, body);
          expect([section, answer.status]).toEqual([section, 200]);
          version++;
        }
      }),
    );
    const after = await calls.get(id);
    for (const [section, field] of Object.entries(fields))
      expect(after.sections[section]?.values[field]).toBe(values(section, 2));
    expect(await harness.recount()).toEqual([]);
  });
});

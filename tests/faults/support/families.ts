import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleIntake } from '#tests/support/records/example-intake.ts';

export interface Acknowledged {
  reference: string;
  ssn: string;
  email: string;
  tries: number;
}

/** Returns a never-issued SSN, different for each report. */
const ssnOf = (n: number): string => `9${String(10 + (n % 77)).padStart(2, '0')}-${70 + (n % 9)}-${String(5000 + n)}`;

export const reportBody = (n: number, slug = 'whitcomb-ames'): string =>
  JSON.stringify(
    exampleIntake({
      funeral_home_slug: slug,
      social_security_number: ssnOf(n),
      submitter_email: `family-${n}@example.com`,
    }),
  );

/**
 * Submits a family's first call as the form does: retried under the same key until there is a response. Throws if it is
 * rejected.
 */
export const report = async (intakeUrl: string, n: number, slug = 'whitcomb-ames'): Promise<Acknowledged> => {
  const body = reportBody(n, slug);
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${intakeUrl}/api/forms/public/submit/`, { method: 'POST', headers, body })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (answer?.status === 201) {
      const { reference } = JSON.parse(answer.text) as { reference: string };
      return { reference, ssn: ssnOf(n), email: `family-${n}@example.com`, tries };
    }
    if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
    await pause(50);
  }
};

interface Sending {
  from?: number;
  reports: number;
  writers: number;
  acknowledged?: (count: number) => void;
}

/** Submits this many first calls with this many writers; `acknowledged` is called for each. */
export const reportAll = async (
  intakeUrl: string,
  { from = 0, reports, writers, acknowledged }: Sending,
): Promise<Acknowledged[]> => {
  const all: Acknowledged[] = [];
  let next = from;
  const write = async (): Promise<void> => {
    while (next < from + reports) {
      all.push(await report(intakeUrl, next++));
      acknowledged?.(all.length);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return all;
};

export interface Outcome {
  status?: number;
  reference?: string;
  code?: string;
}

/** Submits a first call once; returns the outcome. */
const sendOnce = async (intakeUrl: string, n: number): Promise<Outcome> => {
  const headers = { 'content-type': 'application/json' };
  try {
    const url = `${intakeUrl}/api/forms/public/submit/`;
    const response = await fetch(url, { method: 'POST', headers, body: reportBody(n) });
    const { reference } = (await response.json()) as { reference?: string };
    return { status: response.status, reference };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return { code: cause?.code ?? cause?.message ?? String(error) };
  }
};

/** Writes until connections are refused; returns every outcome. */
export const writeUntilRefused = (intakeUrl: string, { from, writers }: { from: number; writers: number }) => {
  const outcomes: Outcome[] = [];
  let next = from;
  const write = async (): Promise<void> => {
    for (let outcome: Outcome = {}; outcome.code !== 'ECONNREFUSED'; outcomes.push(outcome))
      outcome = await sendOnce(intakeUrl, next++);
  };
  return { outcomes, ended: Promise.all(Array.from({ length: writers }, write)) };
};

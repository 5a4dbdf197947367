import { setTimeout as pause } from 'node:timers/promises';
import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;

/** Polls the list, which follows its records with a delay. */
const found = async (staff: Staff, reference: string): Promise<{ id: string }> => {
  for (const until = Date.now() + 20_000; ; await pause(50)) {
    const { results } = await staff.call<{ results: { id: string }[] }>(
      'GET',
      `/api/forms/submissions/?search=${reference}`,
    );
    const [submission] = results;
    if (results.length === 1 && submission) return submission;
    if (results.length > 1 || Date.now() > until) throw new Error(`${reference}: ${results.length} submissions`);
  }
};

/** Converts a first call as staff do: finds it by reference, creates a case, and reads its SSN. */
export const takeIntoCase = async (staff: Staff, reference: string) => {
  const submission = await found(staff, reference);
  const path = `/api/forms/submissions/${submission.id}/convert_to_case/`;
  const { case_id: caseId, case_number: caseNumber } = await staff.call<{ case_id: string; case_number: string }>(
    'POST',
    path,
    {},
  );
  const again = await staff.call<{ case_id: string }>('POST', path, {});
  const record = await staff.call<Record<string, unknown>>('GET', `/api/services/cases/${caseId}/`);
  const { social_security_number: ssn } = await staff.call<{ social_security_number: string }>(
    'POST',
    `/api/services/cases/${caseId}/retrieve_ssn/`,
    {},
  );
  const audit = await staff.call<{ action: string }[]>('GET', `/api/services/cases/${caseId}/audit_log/`);
  return { caseId, caseNumber, sameAgain: again.case_id === caseId, record, ssn, actions: audit.map((a) => a.action) };
};

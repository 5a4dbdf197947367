import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;

/** What the staff do with a report: find it by its reference, make a case of it, and read the number they file. */
export const takeIntoCase = async (staff: Staff, reference: string) => {
  const list = await staff.call<{ results: { id: string }[] }>('GET', `/api/forms/submissions/?search=${reference}`);
  const [submission] = list.results;
  if (list.results.length !== 1 || !submission) throw new Error(`${reference}: ${list.results.length} submissions`);
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

/** Why a submission stays as it is. */
export const submissionMessages = {
  editTheCase: 'This submission has become a case. Edit the case instead.',
  noReport: 'This is no report of a death, and becomes no case. Open a case for it instead.',
  keptWithCase: 'This submission has become a case and cannot be deleted.',
} as const;

export const submissionMessages = {
  editTheCase: 'This submission has become a case. Edit the case instead.',
  noReport: 'Only death reports can be converted. Create a case instead.',
  keptWithCase: 'This submission has become a case and cannot be deleted.',
} as const;

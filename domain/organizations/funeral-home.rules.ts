export const homeMessages = {
  notYours: 'You can only change your own funeral home.',
  notAllowed: 'Only owners and administrators can change funeral homes.',
} as const;

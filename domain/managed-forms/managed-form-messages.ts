/** Why a managed form stays as it is. */
export const managedFormMessages = {
  taken: 'Another form of this home has this address',
  openElsewhere: 'Another form is open to the public at this address. Unpublish it first.',
  mainReports: 'At the home’s own address families report a death. Give this form another address.',
  otherKind: 'That form is for something else. Begin with one of the same kind.',
  slugFixed:
    'The address was published and stays as it is: it may stand on paper. Copy the form to give it another one.',
  asksForNumber:
    'The form asks for the Social Security Number itself, and keeps it sealed. Leave it out of your own questions.',
  unknownForm: 'This form is not known here. Please open it again.',
} as const;

/** Why a managed form stays as it is. */
export const managedFormMessages = {
  taken: 'Another form of this home has this address',
  openElsewhere: 'Another form is open to the public at this address. Unpublish it first.',
  slugFixed:
    'The address was published and stays as it is: it may stand on paper. Copy the form to give it another one.',
  unknownForm: 'This form is not known here. Please open it again.',
} as const;

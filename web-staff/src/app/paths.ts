/** Every address of the staff site. */
export const paths = {
  home: '/',
  signIn: '/signin',
  profile: '/profile',
  team: '/team',
  onboarding: '/onboarding',
  submissions: '/submissions',
  submission: (id: string) => `/submissions/${id}`,
  submissionEdit: (id: string) => `/submissions/${id}/edit`,
  cases: '/cases',
  case: (id: string) => `/cases/${id}`,
  customers: '/customers',
  customerNew: '/customers/new',
  customerDuplicates: '/customers/duplicates',
  customer: (id: string) => `/customers/${id}`,
} as const;

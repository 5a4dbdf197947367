/** Every address of the staff site. */
export const paths = {
  home: '/',
  signIn: '/signin',
  profile: '/profile',
  team: '/team',
  onboarding: '/onboarding',
  onboardingStep: (step: string) => `/onboarding/${step}`,
  submissions: '/submissions',
  submission: (id: string) => `/submissions/${id}`,
  submissionEdit: (id: string) => `/submissions/${id}/edit`,
  firstCalls: '/first-calls',
  firstCallNew: '/first-calls/new',
  firstCall: (id: string) => `/first-calls/${id}`,
  /** Asks at once whether the sheet becomes a case. */
  firstCallConvert: (id: string) => `/first-calls/${id}?convert`,
  cases: '/cases',
  caseNew: '/cases/new',
  /** A new case whose informant is this customer. */
  caseNewFrom: (customerId: string) => `/cases/new?customer=${customerId}`,
  caseStatistics: '/cases/statistics',
  case: (id: string) => `/cases/${id}`,
  customers: '/customers',
  customerNew: '/customers/new',
  customerDuplicates: '/customers/duplicates',
  customer: (id: string) => `/customers/${id}`,
  funeralHomes: '/settings/homes',
  funeralHome: (id: string) => `/settings/homes/${id}`,
} as const;

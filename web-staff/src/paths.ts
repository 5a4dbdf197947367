/** Every address of the staff site. */
export const paths = {
  home: '/',
  signIn: '/signin',
  /** How the product itself is, for anybody. */
  status: '/status',
  profile: '/profile',
  team: '/team',
  onboarding: '/onboarding',
  onboardingStep: (step: string) => `/onboarding/${step}`,
  submissions: '/submissions',
  submission: (id: string) => `/submissions/${id}`,
  submissionEdit: (id: string) => `/submissions/${id}/edit`,
  insight: '/insight',
  insightRecords: '/insight/records',
  payments: '/payments',
  deadlines: '/deadlines',
  signatures: '/signatures',
  signature: (id: string) => `/signatures/${id}`,
  signatureTemplates: '/signatures/templates',
  signatureTemplate: (id: string) => `/signatures/templates/${id}`,
  /** A new request for the papers of this case. */
  signatureNew: (caseId: string) => `/signatures/new?case=${caseId}`,
  /** The same, beginning with a version of the Statement. */
  signatureOfStatement: (caseId: string, version: number) => `/signatures/new?case=${caseId}&statement=${version}`,
  /** The same, beginning with papers and people of one that has ended. */
  signatureAnew: (caseId: string, id: string) => `/signatures/new?case=${caseId}&like=${id}`,
  firstCalls: '/first-calls',
  firstCallNew: '/first-calls/new',
  /** A call that is on this device. */
  firstCallGoOn: (key: string) => `/first-calls/new?call=${key}`,
  /** A call by somebody who cannot sign in for want of a connection. */
  firstCallHere: '/take-a-call',
  firstCall: (id: string) => `/first-calls/${id}`,
  /** Asks at once whether the sheet becomes a case. */
  firstCallConvert: (id: string) => `/first-calls/${id}?convert`,
  cases: '/cases',
  caseNew: '/cases/new',
  /** A new case whose informant is this customer. */
  caseNewFrom: (customerId: string) => `/cases/new?customer=${customerId}`,
  caseStatistics: '/cases/statistics',
  case: (id: string) => `/cases/${id}`,
  calendar: '/calendar',
  customers: '/customers',
  customerNew: '/customers/new',
  customerDuplicates: '/customers/duplicates',
  customer: (id: string) => `/customers/${id}`,
  calendarSettings: '/settings/calendar',
  funeralHomes: '/settings/homes',
  signing: '/settings/signing',
  funeralHome: (id: string) => `/settings/homes/${id}`,
  imports: '/settings/import',
  import: (id: string) => `/settings/import/${id}`,
  archive: '/settings/archive',
  monthReport: '/settings/monthly-report',
  quickBooks: '/settings/quickbooks',
  quickBooksMonth: '/settings/quickbooks/month',
} as const;

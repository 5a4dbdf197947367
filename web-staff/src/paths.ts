export const paths = {
  home: '/',
  signIn: '/signin',
  /** The status of the product, also for visitors. */
  status: '/status',
  profile: '/profile',
  team: '/team',
  onboarding: '/onboarding',
  onboardingStep: (step: string) => `/onboarding/${step}`,
  submissions: '/submissions',
  /** The families that wait for a call, longest first. */
  waitingFamilies: '/submissions?ordering=created_at&status=new',
  submission: (id: string) => `/submissions/${id}`,
  submissionEdit: (id: string) => `/submissions/${id}/edit`,
  handover: '/handover',
  checklists: '/checklists',
  insight: '/insight',
  insightRecords: '/insight/records',
  payments: '/payments',
  /** Opens the form that asks for the case first. */
  paymentNew: '/payments?record',
  deadlines: '/deadlines',
  tasks: '/tasks',
  /** Opens the form of a new task. */
  taskNew: '/tasks?new',
  task: (id: string) => `/tasks?task=${id}`,
  signatures: '/signatures',
  signature: (id: string) => `/signatures/${id}`,
  signatureTemplates: '/signatures/templates',
  signatureTemplate: (id: string) => `/signatures/templates/${id}`,
  /** A new signature request for a case; '' asks for the case first. */
  signatureNew: (caseId: string) => `/signatures/new?case=${caseId}`,
  /** A new request with a version of the Statement. */
  signatureOfStatement: (caseId: string, version: number) => `/signatures/new?case=${caseId}&statement=${version}`,
  /** A new request with the documents and people of an ended one. */
  repeatSignature: (caseId: string, id: string) => `/signatures/new?case=${caseId}&like=${id}`,
  firstCalls: '/first-calls',
  firstCallNew: '/first-calls/new',
  /** A call that is stored on this device. */
  firstCallGoOn: (key: string) => `/first-calls/new?call=${key}`,
  /** A call by a user who cannot sign in without a connection. */
  firstCallHere: '/take-a-call',
  firstCall: (id: string) => `/first-calls/${id}`,
  /** Opens the conversion of the sheet. */
  firstCallConvert: (id: string) => `/first-calls/${id}?convert`,
  cases: '/cases',
  caseNew: '/cases/new',
  /** A new case whose informant is this customer. */
  caseNewFrom: (customerId: string) => `/cases/new?customer=${customerId}`,
  caseStatistics: '/cases/statistics',
  case: (id: string) => `/cases/${id}`,
  /** The tasks of a case, on its page. */
  caseTasks: (id: string) => `/cases/${id}#tasks`,
  /** The checks before the steps of a case; without a gate those before its last step. */
  caseChecks: (id: string, gate?: string) => `/cases/${id}/checks${gate ? `?gate=${gate}` : ''}`,
  care: '/care',
  careWall: '/care/wall',
  careScan: '/care/scan',
  /** Scans a tag of this case, which may not be in care yet. */
  careScanOf: (caseId: string) => `/care/scan?case=${caseId}`,
  careCount: '/care/count',
  /** The moves on this device that are not on the server. */
  careOffline: '/care/waiting',
  caseCare: (id: string) => `/cases/${id}/care`,
  calendar: '/calendar',
  /** The user's own run sheet of today; with a day, or of the whole day. */
  runSheet: '/calendar/run-sheet',
  runSheetOf: (day: string, member = 'all') => `/calendar/run-sheet?day=${day}&member=${member}`,
  /** Vehicles, rooms and equipment, and who is on call. */
  resources: '/calendar/resources',
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

import * as z from 'zod';

export type RecordKind =
  | 'case'
  | 'customer'
  | 'submission'
  | 'first-call'
  | 'first-call-kin'
  | 'home'
  | 'profile'
  | 'self'
  | 'invitation'
  | 'merge'
  | 'payment'
  | 'document'
  | 'document-zip'
  | 'statement'
  | 'price-list'
  | 'managed-form'
  | 'signature-template'
  | 'envelope'
  | 'assignment'
  | 'permit'
  | 'objection'
  /** A free task, or a task of a case's checklist. */
  | 'task'
  /** An event of a day, of a case or of the office. */
  | 'day-event'
  | 'resource'
  | 'shift'
  | 'care-place'
  /** A body, or a part of its cremated remains. */
  | 'care-subject'
  | 'care-count'
  | 'effect'
  | 'effect-receipt'
  /** An order of death certificate copies. */
  | 'copies'
  | 'calendar-feed'
  | 'import'
  | 'archive'
  | 'deleted-record';

/** OpenAPI extension key for the record kind of an id; the tenant matrix test reads it. */
export const recordKey = 'x-record';

/** Returns the schema of a record id, for paths, queries and bodies. */
export const idSchema = (kind: RecordKind, message?: string): z.ZodUUID => z.uuid(message).meta({ [recordKey]: kind });

const params = (kind: RecordKind) => z.object({ id: idSchema(kind) });

export const pathParams = {
  case: params('case'),
  customer: params('customer'),
  submission: params('submission'),
  firstCall: params('first-call'),
  home: params('home'),
  profile: params('profile'),
  self: params('self'),
  invitation: params('invitation'),
  payment: params('payment'),
  document: params('document'),
  documentZip: params('document-zip'),
  managedForm: params('managed-form'),
  signatureTemplate: params('signature-template'),
  envelope: params('envelope'),
  calendarFeed: params('calendar-feed'),
  import: params('import'),
  archive: params('archive'),
  deletedRecord: params('deleted-record'),
} as const;

import * as z from 'zod';

/** Kinds of records that calls name by id. */
export type RecordKind =
  | 'case'
  | 'customer'
  | 'submission'
  | 'first-call'
  /** A next of kin of a first-call sheet. */
  | 'first-call-kin'
  | 'home'
  | 'profile'
  /** A profile too, but no other than the caller's own. */
  | 'self'
  | 'invitation'
  | 'merge'
  | 'payment'
  | 'document'
  /** The file of all documents of a case. */
  | 'document-zip'
  | 'statement'
  | 'price-list'
  | 'managed-form'
  | 'signature-template'
  | 'envelope'
  /** An insurance assignment of a case. */
  | 'assignment'
  | 'permit'
  /** An entry about copies of a case's death certificate. */
  | 'copies'
  | 'calendar-feed'
  | 'import'
  /** Everything of the organization as one file. */
  | 'archive'
  /** A record of any kind that was deleted. */
  | 'deleted-record';

/** Under which key the OpenAPI document says of an id what it is the id of; the tenant matrix reads it there. */
export const recordKey = 'x-record';

/** The id of a record of this kind, wherever a call takes one: path, query or body. */
export const idSchema = (kind: RecordKind, message?: string): z.ZodUUID => z.uuid(message).meta({ [recordKey]: kind });

const params = (kind: RecordKind) => z.object({ id: idSchema(kind) });

/** Path parameters of calls about one record. */
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

import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { singleLineText } from '#domain/shared/values/text.ts';

/** Parts of the work, in the order of a case. */
export const taskGroups = ['first_hours', 'family', 'care', 'papers', 'service', 'money', 'afterward'] as const;
export type TaskGroup = (typeof taskGroups)[number];
export const taskGroupLabels: Readonly<Record<TaskGroup, string>> = {
  first_hours: 'First hours',
  family: 'Family',
  care: 'Care and preparation',
  papers: 'Permits and certificates',
  service: 'Service',
  money: 'Payment',
  afterward: 'Aftercare',
};

/** Moments from which a due time is counted. */
export const anchors = ['opened', 'death', 'arrangement', 'service', 'disposition', 'completed'] as const;
export type Anchor = (typeof anchors)[number];
export const anchorLabels: Readonly<Record<Anchor, string>> = {
  opened: 'opening the case',
  death: 'death',
  arrangement: 'the date of the Statement',
  service: 'the service',
  disposition: 'the disposition',
  completed: 'completing the case',
};

/** Facts of a case that complete a task, each once it is recorded where it belongs. */
export const taskFactLabels = {
  into_care: 'First custody entry recorded',
  into_cooler: 'Moved into a cooler',
  embalming_answered: 'Answer on embalming recorded',
  identified: 'Identification recorded',
  photo_added: 'Photo added',
  effects_decided: 'Personal effects decided',
  price_list_given: 'General price list given',
  statement_finalized: 'Statement finalized',
  payment_recorded: 'Payment recorded',
  authorization_signed: 'Cremation authorization signed',
  envelope_completed: 'Signature request completed',
  certificate_delivered: 'Certificate delivered to the doctor',
  certified: 'Certificate completed by the doctor',
  filed: 'Certificate filed',
  permit_added: 'Permit added',
  permit_returned: 'Permit returned',
  copies_ordered: 'Certified copies ordered',
  copies_received: 'Certified copies received',
  copies_handed_out: 'Certified copies handed out',
  social_security_notified: 'Social Security notified',
  service_scheduled: 'Service date and place set',
  obituary_written: 'Obituary written',
  discharge_collected: 'DD-214 collected',
  urn_ordered: 'Urn ordered',
  disposition_recorded: 'Disposition recorded',
  follow_up_call: 'Follow-up call made',
  follow_up_letter: 'Follow-up letter sent',
  case_completed: 'Case completed',
} as const;
export type TaskFact = keyof typeof taskFactLabels;
export const taskFacts = Object.keys(taskFactLabels) as TaskFact[];

export const caseKinds = ['at_need', 'trade_in', 'trade_out'] as const;
export type CaseKind = (typeof caseKinds)[number];
export const caseKindLabels: Readonly<Record<CaseKind, string>> = {
  at_need: 'Our own case',
  trade_in: 'Received from another firm',
  trade_out: 'Forwarded to another firm',
};

export const maxItems = 200;
const maxOffset = 1000;

export const checklistMessages = {
  needsTitle: 'Title is required',
  tooMany: `A checklist has at most ${maxItems} items`,
  stale: 'Someone else saved this checklist. Reload it, then make your change again.',
} as const;

/** An empty list of conditions applies to all. */
const AppliesTo = z.object({
  service_types: z.array(z.enum(serviceTypes.map(({ value }) => value))).max(serviceTypes.length),
  methods: z.array(z.enum(dispositionMethods.map(({ value }) => value))).max(dispositionMethods.length),
  kinds: z.array(z.enum(caseKinds)).max(caseKinds.length),
  veteran: z.boolean(),
  child: z.boolean(),
});
export type AppliesTo = z.output<typeof AppliesTo>;

export const ChecklistItem = z.object({
  /** Stays when the item is renamed, so that a task of a case keeps its state. Ids are keys of free tasks. */
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'A key has lowercase letters, digits and hyphens')
    .refine((key) => !z.uuid().safeParse(key).success, 'A key is not an id'),
  title: singleLineText('Title', 120).min(1, checklistMessages.needsTitle),
  group: z.enum(taskGroups),
  applies: AppliesTo,
  anchor: z.enum(anchors),
  /** Negative before the anchor. Days end with the day; hours count from its time. */
  offset: z.object({ amount: z.number().int().min(-maxOffset).max(maxOffset), unit: z.enum(['hours', 'days']) }),
  /** `arranger`: who opened the case. */
  owner: z.enum(['arranger', ...roles]),
  met_by: z.enum(taskFacts).nullable(),
});
export type ChecklistItem = z.output<typeof ChecklistItem>;

/** The checklist of a home. Version 0 is the ready-made one, until the home saves its own. */
export const Checklist = z.object({
  funeral_home_id: z.uuid(),
  version: z.number().int().min(0),
  items: z.array(ChecklistItem),
  saved_at: Instant.nullable(),
  saved_by_name: z.string(),
});
export type Checklist = z.output<typeof Checklist>;

export const SentChecklist = z.object({
  funeral_home_id: idSchema('home'),
  /** The version that was edited. */
  version: z.number().int().min(0),
  items: z
    .array(ChecklistItem)
    .max(maxItems, checklistMessages.tooMany)
    .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, 'Each item needs a key of its own'),
});

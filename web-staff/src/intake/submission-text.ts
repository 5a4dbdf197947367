import { type AdvertisingSign, advertisingSign, type Submission } from '#domain/intake/submission.schema.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { isAllowed, type PolicyActor } from '#domain/registry/policies.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { waitingTime } from '../ui/time/time-text.ts';

/** 'Brother or sister' for 'sibling'. */
export const relationshipOf = (value: unknown): string =>
  displayValue({ kind: 'select', options: knownRelationships }, value);

export const deceasedName = (name: string): string => name.trim() || 'Name not given';

/** 'Graveside service' for 'graveside'. */
export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);

const joined = (submission: Submission, ...names: (keyof Submission)[]): string =>
  names
    .map((name) => asString(submission[name]))
    .filter(Boolean)
    .join(' ');

/** Returns the full names of the deceased and of the person who reports. */
export const namesOf = (submission: Submission) => ({
  deceased_full_name: joined(
    submission,
    'deceased_first_name',
    'deceased_middle_name',
    'deceased_last_name',
    'deceased_suffix',
  ),
  informant_name: joined(submission, 'informant_first_name', 'informant_last_name'),
});

/** Returns why a report looks like advertising; undefined for any other. */
export const advertisingSignOf = (submission: Submission): AdvertisingSign | undefined =>
  advertisingSign(Object.values(namesOf(submission)), submission.bot_check === 'verified');

/** Returns a chip that says how long a family has waited for a call; undefined once someone has called. */
export const waitingChip = (
  { status, created_at }: Pick<Submission, 'status' | 'created_at'>,
  isAdvertising: boolean,
) => {
  if (status !== 'new') return undefined;
  if (isAdvertising) return { children: 'Looks like advertising' };
  const { text, tone } = waitingTime(created_at, new Date());
  return { tone, children: `Waiting ${text}` };
};

interface Action {
  /** False if the role never may, which hides the button. */
  shown: boolean;
  /** The reason for a disabled button. */
  reason?: string;
}

export type SubmissionAction = 'edit' | 'markContacted' | 'delete' | 'convert';

/** Returns the user's actions and why some are disabled. The server checks again. */
export const actionsFor = (
  { status, kind, contacted_at }: Pick<Submission, 'status' | 'kind' | 'contacted_at'>,
  viewer: PolicyActor,
): Record<SubmissionAction, Action> => {
  const because = (reason: string, applies: boolean) => (applies ? { reason } : {});
  return {
    edit: {
      shown: hasPermission(viewer, 'submission:edit') && !isInquiry(kind),
      ...because('Already converted to a case. Make changes there.', !isAllowed(viewer, 'submission:edit', { status })),
    },
    markContacted: { shown: hasPermission(viewer, 'submission:edit') && contacted_at === null },
    delete: {
      shown: hasPermission(viewer, 'submission:delete'),
      ...because('Converted submissions cannot be deleted.', !isAllowed(viewer, 'submission:delete', { status })),
    },
    convert: {
      shown: !isInquiry(kind),
      ...because(
        'Your role cannot create cases. Ask a director or administrator.',
        !hasPermission(viewer, 'submission:convert'),
      ),
    },
  };
};

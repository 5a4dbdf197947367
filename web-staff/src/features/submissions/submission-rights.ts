import type { Permission } from '#domain/access/roles.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';

interface Action {
  /** False where the role never may: the button is left out. */
  shown: boolean;
  /** Why it is off at the moment; absent when it can be done. */
  reason?: string;
}

export type SubmissionAction = 'edit' | 'markContacted' | 'delete' | 'convert';

/** What this person may do with a submission now, and why not. The server decides again. */
export const actionsFor = (
  { status }: Pick<Submission, 'status'>,
  can: (permission: Permission) => boolean,
): Record<SubmissionAction, Action> => {
  const converted = status === 'converted';
  const because = (reason: string, applies: boolean) => (applies ? { reason } : {});
  return {
    edit: { shown: can('submission:edit'), ...because('It has become a case; make changes there.', converted) },
    markContacted: { shown: can('submission:edit') && status === 'new' },
    delete: {
      shown: can('submission:delete'),
      ...because('A submission that has become a case is kept with it.', converted),
    },
    convert: {
      shown: true,
      ...because('Your role cannot open cases. Ask a director or an administrator.', !can('submission:convert')),
    },
  };
};

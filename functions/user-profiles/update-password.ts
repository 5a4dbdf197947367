import { AppError, invalid } from '#domain/contract/errors.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { confirmation } from '#domain/values/password.ts';
import type { Handler } from '#functions/kernel/context.ts';

/** The pool checks the current password, with the caller's own session; the attempt is on record before it is made. */
export const updatePassword: Handler<typeof userProfileEndpoints.updatePassword> = async (
  { params, body },
  context,
) => {
  const { db, actor, request, changePassword } = context;
  if (params.id !== actor.id) throw new AppError('forbidden');
  const { current_password, new_password, confirm_password } = body;
  const mismatch = confirm_password === undefined ? undefined : confirmation(new_password, confirm_password);
  if (mismatch) throw invalid({ confirm_password: [mismatch] });
  await db.commit([db.audit.entry('PROFILE', actor.id, 'password.change-requested')], undefined);
  await changePassword(request.bearer, current_password, new_password);
  return db.commit([db.audit.entry('PROFILE', actor.id, 'password.changed')], { success: true as const });
};

import { assertMay } from '#domain/access/policies.ts';
import { accountEndpoints } from '#domain/account/account.endpoints.ts';
import { invalid } from '#domain/contract/errors.ts';
import { confirmation } from '#domain/values/password.ts';
import { handler } from '#functions/kernel/handler.ts';
import { changePassword } from '#functions/kernel/provisions.ts';

/** The pool checks the current password, with the caller's own session; the attempt is on record before it is made. */
export const updatePassword = handler(
  accountEndpoints.updatePassword,
  { changePassword },
  async ({ params, body }, { work, actor, request, changePassword }) => {
    assertMay(actor, 'account:change', params);
    const { current_password, new_password, confirm_password } = body;
    const mismatch = confirm_password === undefined ? undefined : confirmation(new_password, confirm_password);
    if (mismatch) throw invalid({ confirm_password: [mismatch] });
    await work.audit('password.change-requested', actor.id).step();
    await changePassword(request.bearer, current_password, new_password);
    return work.audit('password.changed', actor.id).finish({ success: true as const });
  },
);

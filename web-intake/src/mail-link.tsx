import { type FormEvent, useState } from 'react';
import { ApiError, fieldErrors } from '#domain/shared/contract/client.ts';
import { botToken } from './bot-check.ts';
import type { Draft, EmailedDraft } from './calls.ts';
import { botAction } from './form/use-submit.ts';
import { currentLanguage, t, translateMessage } from './language.ts';
import { keepReport } from './lazy-calls.ts';

interface MailLinkProps {
  slug: string;
  form: string | undefined;
  draft: () => Draft;
  email: string;
  /** Reports the copy, which is deleted after the report was sent. */
  onKept: (copy: EmailedDraft) => void;
}

type State = { kind: 'asking' | 'sending' } | { kind: 'sent'; to: string } | { kind: 'failed'; why: string };

const whyNot = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return 'We could not send the link. Your answers are still on this device. Please try again.';
  if (error.status === 429) return 'Too many links were requested. Please try again in an hour.';
  return fieldErrors(error.body).email?.[0] ?? 'We could not send the link. Please call us.';
};

/** Emails a link with which the report can be continued elsewhere. */
export function MailLink({ slug, form, draft, email, onKept }: MailLinkProps) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('mail-to') ?? '').trim();
    if (state.kind === 'sending') return;
    setState({ kind: 'sending' });
    try {
      const recaptcha_token = await botToken(botAction);
      const { values, notKnown, ticked = [], step, idempotencyKey: attempt } = draft();
      const report = { values, not_known: [...notKnown], ticked: [...ticked], step, attempt };
      const language = currentLanguage();
      onKept(await keepReport({ funeral_home_slug: slug, form, email: to, language, recaptcha_token, report }));
      setState({ kind: 'sent', to });
    } catch (error) {
      setState({ kind: 'failed', why: whyNot(error) });
    }
  };
  if (state.kind === 'sent')
    return (
      <p className="note block" role="status">
        {t('We sent a link to {0}. It works for seven days. When you open it, we will email you a code.', state.to)}
      </p>
    );
  const failed = state.kind === 'failed' ? state.why : undefined;
  return (
    <form noValidate onSubmit={send} className="entry block">
      <div className={failed ? 'field-wrong' : undefined}>
        <label htmlFor="mail-to" className="label">
          {t('Email')}
        </label>
        <p className="help" id="mail-to-help">
          {t(
            'We keep your answers for seven days, without the Social Security Number. You will need a code to open them.',
          )}
        </p>
        <input
          id="mail-to"
          name="mail-to"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={email}
          aria-describedby={`mail-to-help${failed ? ' mail-to-error' : ''}`}
          aria-invalid={failed ? true : undefined}
        />
        <p className="message" id="mail-to-error" role="alert">
          {failed && translateMessage(failed)}
        </p>
      </div>
      <button type="submit" className="button button-secondary" aria-disabled={state.kind === 'sending' || undefined}>
        {t(state.kind === 'sending' ? 'Sending…' : 'Send the link')}
      </button>
    </form>
  );
}

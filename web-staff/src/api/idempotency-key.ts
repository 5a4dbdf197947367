import { useRef } from 'react';
import { isOutcomeUnknown } from '#domain/shared/contract/client.ts';

/** Of what was sent, as text, while it is not known what became of it. */
const unansweredKeys = new Map<string, string>();

/** The same content sent again is the same request, also after a lost answer; other content is another one. */
export const useIdempotencyKey = (): ((content: unknown) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text)
      last.current = { content: text, key: unansweredKeys.get(text) ?? crypto.randomUUID() };
    return last.current.key;
  };
};

/**
 * Sends content under its key, and keeps the key while nobody knows what became of it: a form that is opened anew then
 * sends the same content as the same request. The content has to name what it is about.
 */
export const keepIdempotencyKeyUntilResponse = async <Answer>(
  content: unknown,
  key: string,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const text = JSON.stringify(content);
  const wasUnanswered = unansweredKeys.has(text);
  unansweredKeys.set(text, key);
  try {
    const answer = await send();
    unansweredKeys.delete(text);
    return answer;
  } catch (error) {
    // A refusal says nothing of an earlier try, which may have been done.
    if (!wasUnanswered && !isOutcomeUnknown(error)) unansweredKeys.delete(text);
    throw error;
  }
};

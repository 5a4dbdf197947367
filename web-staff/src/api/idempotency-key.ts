import { useRef } from 'react';
import { isOutcomeUnknown } from '#domain/shared/contract/client.ts';

const unansweredKeys = new Map<string, string>();

/** Sending the same content again is the same request, also after a lost response; other content is another one. */
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
 * Sends content under its key, and keeps the key while the outcome is unknown: a reopened form that sends the same
 * content repeats the request. The content must name its subject.
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
    // A rejection does not tell whether an earlier attempt succeeded.
    if (!wasUnanswered && !isOutcomeUnknown(error)) unansweredKeys.delete(text);
    throw error;
  }
};

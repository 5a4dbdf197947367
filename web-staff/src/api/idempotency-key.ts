import { useRef } from 'react';

/** The same content sent again is the same request, also after a lost answer; other content is another one. */
export const useIdempotencyKey = (): ((content: unknown) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
};

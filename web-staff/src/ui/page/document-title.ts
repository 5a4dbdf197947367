import { useEffect } from 'react';

/** Sets the title in the browser's tab and history: 'Submissions · Stillwater'. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Stillwater`;
  }, [title]);
};

import { useState } from 'react';

/** Loads a rarely used part on demand; `failed` is true after an error. */
export const useLazyModule = <Part>(load: () => Promise<Part>) => {
  const [loadedPart, setLoadedPart] = useState<{ Part: Part }>();
  const [failed, setFailed] = useState(false);
  const fetchPart = (): void => {
    setFailed(false);
    load().then(
      (Part) => setLoadedPart({ Part }),
      () => setFailed(true),
    );
  };
  return { Part: loadedPart?.Part, failed, fetchPart };
};

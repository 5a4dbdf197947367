import { useState } from 'react';

/** A part of a page that most families never open: it is fetched when it is wanted, and `failed` says where it did not come. */
export const useLazyModule = <Part>(load: () => Promise<Part>) => {
  const [found, setFound] = useState<{ Part: Part }>();
  const [failed, setFailed] = useState(false);
  const fetchPart = (): void => {
    setFailed(false);
    load().then(
      (Part) => setFound({ Part }),
      () => setFailed(true),
    );
  };
  return { Part: found?.Part, failed, fetchPart };
};

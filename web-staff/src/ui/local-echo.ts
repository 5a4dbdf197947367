import { useState } from 'react';

/**
 * What a control shows of a value that is kept elsewhere, such as in the address, and comes back a moment later: its own
 * until then, so that nothing that is being typed is taken back. A value that was changed elsewhere is shown at once.
 */
export const useLocalEcho = <T>(value: T): readonly [T, (value: T) => void] => {
  const [shown, setShown] = useState({ of: value, value });
  if (shown.of !== value) setShown({ of: value, value });
  return [shown.of === value ? shown.value : value, (own) => setShown({ of: value, value: own })];
};

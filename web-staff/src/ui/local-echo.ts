import { useState } from 'react';

/**
 * Shows a value stored elsewhere, such as in the URL, which updates with a delay: the local value until then, so that
 * typing is not undone. External changes are shown at once.
 */
export const useLocalEcho = <T>(value: T): readonly [T, (value: T) => void] => {
  const [shown, setShown] = useState({ of: value, value });
  if (shown.of !== value) setShown({ of: value, value });
  return [shown.of === value ? shown.value : value, (own) => setShown({ of: value, value: own })];
};

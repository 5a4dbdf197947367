let isPressed = false;
const waiting = new Set<() => void>();

const onPress = (): void => {
  isPressed = true;
};
/** What a press ends with is its click, which follows in the same task. */
const onRelease = (): void => {
  if (!isPressed) return;
  isPressed = false;
  setTimeout(() => {
    for (const act of [...waiting]) act();
    waiting.clear();
  });
};

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', onPress, true);
  for (const ending of ['mouseup', 'dragend']) document.addEventListener(ending, onRelease, true);
  window.addEventListener('blur', onRelease);
}

/**
 * Does at once what follows from leaving a field, or, where a press has taken the focus away, once that press is over: a
 * message that comes between a press and its release moves the page, and the click misses what was pressed.
 */
export const afterPointerUp = (act: () => void): void => {
  if (isPressed) waiting.add(act);
  else act();
};

/** Focuses a control when its dialog opens; otherwise the close button gets the focus. */
export const focusedFirst = (control: HTMLElement | null): void => {
  control?.setAttribute('data-autofocus', 'true');
};

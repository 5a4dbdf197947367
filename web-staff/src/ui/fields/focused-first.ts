/** For the control that has the focus when its dialog opens; without one it is on the cross that closes the dialog. */
export const focusedFirst = (control: HTMLElement | null): void => {
  control?.setAttribute('data-autofocus', 'true');
};

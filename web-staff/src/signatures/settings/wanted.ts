/** What the dialog is opened for. */
export type Wanted = 'connect' | 'key' | 'secret';

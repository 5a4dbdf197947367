export type Wanted = 'connect' | 'key' | 'secret';

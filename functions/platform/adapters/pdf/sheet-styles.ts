export type Style = 'title' | 'home' | 'heading' | 'subheading' | 'body' | 'strong' | 'small';

export const styles: Record<Style, { font: 'regular' | 'bold'; size: number; color: string }> = {
  title: { font: 'bold', size: 20, color: '#111111' },
  home: { font: 'bold', size: 12, color: '#111111' },
  heading: { font: 'bold', size: 13, color: '#111111' },
  subheading: { font: 'bold', size: 10.5, color: '#333333' },
  body: { font: 'regular', size: 10.5, color: '#111111' },
  strong: { font: 'bold', size: 10.5, color: '#111111' },
  small: { font: 'regular', size: 9, color: '#444444' },
};

// Runs before the first paint, so that a dark page does not start light. Mantine stores the choice of this device
// (src/app/user-menu.tsx) and takes over from here, except on paper, which is light.
(() => {
  const show = (scheme) => {
    document.documentElement.dataset.mantineColorScheme = scheme;
  };
  const choose = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Without storage the device decides.
    }
    const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    show(isDark ? 'dark' : 'light');
  };
  choose();
  addEventListener('beforeprint', () => show('light'));
  addEventListener('afterprint', choose);
})();

// Runs before the first paint, so that a dark-theme user never sees a white flash; and follows the system from then on.
(function () {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const colors = { light: '#f7f6f2', dark: '#0f171b', glare: '#ffffff' };
  function apply() {
    let choice = 'system';
    try {
      choice = localStorage.getItem('innspect.theme') || 'system';
    } catch {
      // Storage can be blocked; the system's own theme then applies.
    }
    const theme = colors[choice] ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]').content = colors[theme];
  }
  apply();
  system.addEventListener('change', apply);
})();

// Runs before the first paint, so that a dark-theme user never sees a white flash; and follows the system from then on.
(function () {
  const system = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    let choice = 'system';
    try {
      choice = localStorage.getItem('innspect.theme') || 'system';
    } catch {
      // Storage can be blocked; the system's own theme then applies.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]').content = dark ? '#0f171b' : '#f7f6f2';
  }
  apply();
  system.addEventListener('change', apply);
})();

// Sets the remembered colours before the first paint. A file of its own, so that no inline script is needed.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem('quarry-color-scheme');
  } catch {
    // Storage may be blocked; the system's preference is used then.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();

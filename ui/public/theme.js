// Runs before the first paint, so that a page in the dark theme never flashes white. Where storage
// is forbidden, the setting of the system decides.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('theme');
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  const size = read('text-size');
  if (size === 'large' || size === 'larger') root.dataset.textSize = size;

  const consent = read('analytics-consent');
  if (consent === 'accepted' || consent === 'rejected') root.dataset.consent = consent;

  // A Romanian browser is offered Romanian until the reader answers or chooses a language.
  const isRomanian = navigator.languages?.some((name) => /^ro\b/i.test(name));
  if (isRomanian && !read('language') && !read('language-offer')) root.dataset.offers = 'ro';

  // The server sends the Home of a visitor without choices, in the language of the address. The
  // parts that differ for this reader stay hidden until the app has drawn them, at most 5 seconds.
  const address = new URLSearchParams(location.search);
  const isOwn =
    address.get('tab') === 'mine' ||
    read('paragraf::answers') ||
    (address.get('tab') !== 'all' && read('paragraf::interests')) ||
    read('paragraf::signed-in');
  const asked = address.get('lang')?.toLowerCase();
  const isAsked = ['en', 'ro'].includes(asked);
  const language = isAsked ? root.lang : (read('language') ?? root.lang);
  if (language !== root.lang) root.dataset.home = 'translated';
  else if (isOwn) root.dataset.home = 'own';
  setTimeout(() => delete root.dataset.home, 5000);

  // A page that was built in one language stays hidden until it is shown in the visitor's, at most
  // 3 seconds: a text in another language is better than none.
  if (document.currentScript.dataset.prerendered === undefined) return;
  const wanted = [asked, read('language')].find((name) => name === 'en' || name === 'ro') ?? 'en';
  if (wanted === root.lang) return;
  root.dataset.awaits = 'language';
  setTimeout(() => delete root.dataset.awaits, 3000);
})();

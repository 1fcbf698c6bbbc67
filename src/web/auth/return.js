// The window that was at the provider is back: it tells the page that opened it, and closes. Where
// nobody listens any more, it goes on by itself. What it tells is the name of the visit, which says
// nothing without the browser's cookie.
const visit = new URLSearchParams(location.search).get('state') ?? '';
const channel = new BroadcastChannel('paragraf::provider');
const onward = setTimeout(() => {
  location.replace(`/auth?mode=callback&transaction=${encodeURIComponent(visit)}`);
}, 1500);
channel.onmessage = ({ data }) => {
  if (data?.heard !== visit) return;
  clearTimeout(onward);
  window.close();
};
channel.postMessage({ back: visit });

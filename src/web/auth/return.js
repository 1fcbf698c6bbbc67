// Runs in the popup window after the provider's callback: notifies the page that opened the window, and closes. If
// no page answers, the window continues the sign-in itself. The message holds only the ID of the transaction, which
// is useless without the browser's cookie.
const transaction = new URLSearchParams(location.search).get('state') ?? '';
const channel = new BroadcastChannel('paragraf::provider');
const fallback = setTimeout(() => {
  location.replace(`/auth?mode=callback&transaction=${encodeURIComponent(transaction)}`);
}, 1500);
channel.onmessage = ({ data }) => {
  if (data?.heard !== transaction) return;
  clearTimeout(fallback);
  window.close();
};
channel.postMessage({ back: transaction });

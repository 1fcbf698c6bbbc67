import { Bookmark } from 'lucide-react';
import { MarkedScreen } from '../../parts/marked-screen.tsx';

export function BookmarksScreen() {
  return <MarkedScreen list="bookmarks" icon={Bookmark} />;
}

import { Heart } from 'lucide-react';
import { MarkedScreen } from '../../parts/marked-screen.tsx';

export function LikedScreen() {
  return <MarkedScreen list="liked" icon={Heart} />;
}

import common from './common.json';
import consent from './consent.json';
import install from './install.json';
import landing from './landing.json';
import subscribe from './subscribe.json';

export const texts = { common, consent, install, landing, subscribe };

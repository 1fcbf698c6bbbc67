import { currentLanguage } from '../../i18n/setup.ts';
import type { Config } from './config-types.ts';

/** The language of the widget and of the messages that it requests. */
export function widgetLanguage({ uiLanguage }: Config): 'en' | 'ro' {
  return uiLanguage ?? currentLanguage();
}

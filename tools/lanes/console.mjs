/** The lane `console`: the screens of the console in a real browser, with services of its own. */
import { needPrograms } from '../lib/debian.mjs';

export const prepare = () =>
  needPrograms('the lane console', ['chromium', 'nginx'], [['chromium', 'fonts-dejavu-core', 'nginx-light']]);

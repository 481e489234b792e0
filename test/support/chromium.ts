/** The Chromium of this machine, as tests, pictures and figures start it. */
import { type Browser, chromium } from 'playwright-core';

export const CHROMIUM = '/usr/bin/chromium';

/** It asks for nothing of its own, so that what it asks other hosts for is ours. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts one, with `more` flags. */
export const startChromium = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...more] });
